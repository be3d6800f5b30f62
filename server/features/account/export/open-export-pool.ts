import type pg from 'pg';
import { openPool } from '#server/database/connect.ts';
import { CONNECTIONS } from '#server/database/connection-budget.ts';

/** A page usually takes less than a hundredth of this. */
const STATEMENT_TIMEOUT_MS = 5_000;
/** Long, because an export that has begun should not break off. ExportQueue limits how many wait. */
const CONNECT_TIMEOUT_MS = 30_000;

/** Plans by index, whatever the statistics say. */
const PLANS = ['jit = off', ...['seqscan', 'hashjoin', 'mergejoin'].map((way) => `enable_${way} = off`)];

/** Opens connections for exports only, so that they never delay moods or lists. */
export function openExportPool(url: string): pg.Pool {
  return openPool(url, {
    ...CONNECTIONS.exports,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    settings: PLANS,
  });
}
