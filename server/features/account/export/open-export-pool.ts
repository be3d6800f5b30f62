import type pg from 'pg';
import { openPool } from '#server/database/connect.ts';
import { CONNECTIONS } from '#server/database/connection-budget.ts';

/** Proxies cut off a connection that is silent for a minute. A page usually takes less than a hundredth of this. */
const STATEMENT_TIMEOUT_MS = 20_000;
const CONNECT_TIMEOUT_MS = 30_000;

/** Opens connections for exports only, so that they never delay moods or lists. */
export function openExportPool(url: string): pg.Pool {
  return openPool(url, {
    ...CONNECTIONS.exports,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
}
