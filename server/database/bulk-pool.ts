import type pg from 'pg';
import { openPool } from './connect.ts';
import { CONNECTIONS } from './connection-budget.ts';

const CONNECT_TIMEOUT_MS = 5_000;
/** A page of an export may take long. Proxies cut off a connection that is silent for a minute. */
const STATEMENT_TIMEOUT_MS = 10_000;

/** One plan for all texts of a search, whatever the statistics say. JIT and parallel workers would only delay it. */
const PLANS = [
  'plan_cache_mode = force_generic_plan',
  'jit = off',
  'max_parallel_workers_per_gather = 0',
  ...['seqscan', 'bitmapscan'].map((way) => `enable_${way} = off`),
];

export function openBulkPool(url: string): pg.Pool {
  return openPool(url, {
    ...CONNECTIONS.bulk,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    settings: PLANS,
  });
}
