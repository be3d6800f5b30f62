import type pg from 'pg';
import { openPool } from './connect.ts';
import { CONNECTIONS } from './connection-budget.ts';

/** A person waits for a photo or a search rather than for an error, but not for long. */
const CONNECT_TIMEOUT_MS = 5_000;
/** A page of an export may take long. Proxies cut off a connection that is silent for a minute. */
const STATEMENT_TIMEOUT_MS = 10_000;

/**
 * One plan for all texts of a search, made once for each connection, whatever the statistics say. PostgreSQL overestimates its
 * cost, so JIT and parallel workers, which would only delay it, are off.
 */
const PLANS = [
  'plan_cache_mode = force_generic_plan',
  'jit = off',
  'max_parallel_workers_per_gather = 0',
  ...['seqscan', 'bitmapscan'].map((way) => `enable_${way} = off`),
];

/** Opens the connections for what is long or large: see `CONNECTIONS`. */
export function openBulkPool(url: string): pg.Pool {
  return openPool(url, {
    ...CONNECTIONS.bulk,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    settings: PLANS,
  });
}
