import type pg from 'pg';
import { openPool } from '#server/database/connect.ts';
import { CONNECTIONS } from '#server/database/connection-budget.ts';

/** For a statement, and for waiting for a connection. A search usually takes less than a thousandth of this. */
const TIMEOUT_MS = 2_000;

/**
 * One plan for all texts, made once for each connection, whatever the statistics say. PostgreSQL overestimates its cost, so
 * JIT and parallel workers, which would only delay it, are off.
 */
const PLANS = [
  'plan_cache_mode = force_generic_plan',
  'jit = off',
  'max_parallel_workers_per_gather = 0',
  ...['seqscan', 'bitmapscan'].map((way) => `enable_${way} = off`),
];

/** Opens connections for searches only. A slow search ends as `unavailable`, and delays no chat, list or mood. */
export function openSearchPool(url: string): pg.Pool {
  return openPool(url, {
    ...CONNECTIONS.search,
    connectTimeoutMs: TIMEOUT_MS,
    statementTimeoutMs: TIMEOUT_MS,
    settings: PLANS,
  });
}
