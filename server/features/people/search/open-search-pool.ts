import type pg from 'pg';
import { connectDatabase } from '#server/database/connect.ts';
import { CONNECTIONS } from '#server/database/connection-budget.ts';

/** A search takes less than a thousandth of this. Waiting for a connection has the same bound. */
const GIVE_UP_AFTER_MS = 2_000;

/**
 * One plan for every text, made once a connection, whatever the statistics say at the moment. It is taken to read much,
 * because it is not known how few keys begin with a text: so nothing is compiled for it, and nobody helps it.
 */
const PLANS = [
  'plan_cache_mode = force_generic_plan',
  'jit = off',
  'max_parallel_workers_per_gather = 0',
  ...['seqscan', 'bitmapscan'].map((way) => `enable_${way} = off`),
];

/**
 * Opens the connections on which searches run, apart from all others: whatever holds a search up, it ends as
 * `unavailable`, and nobody's chat, lists or moods wait for it.
 */
export function openSearchPool(url: string): pg.Pool {
  return connectDatabase(url, {
    ...CONNECTIONS.search,
    connectTimeoutMs: GIVE_UP_AFTER_MS,
    statementTimeoutMs: GIVE_UP_AFTER_MS,
    settings: PLANS,
  }).pool;
}
