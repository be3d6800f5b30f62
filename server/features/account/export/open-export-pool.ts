import type pg from 'pg';
import { connectDatabase } from '#server/database/connect.ts';
import { CONNECTIONS } from '#server/database/connection-budget.ts';

/** A page takes less than a hundredth of this. */
const ANSWER_WITHIN_MS = 5_000;
/** An export that has begun would rather wait than break off; how many wait is bounded where one begins. */
const CONNECT_WITHIN_MS = 30_000;

/** Pages by index, whatever the statistics say at the moment. */
const PLANS = ['jit = off', ...['seqscan', 'hashjoin', 'mergejoin'].map((way) => `enable_${way} = off`)];

/** Opens the connections of exports, apart from all others: however much is exported, no mood and no list waits for it. */
export function openExportPool(url: string): pg.Pool {
  return connectDatabase(url, {
    ...CONNECTIONS.exports,
    connectTimeoutMs: CONNECT_WITHIN_MS,
    statementTimeoutMs: ANSWER_WITHIN_MS,
    settings: PLANS,
  }).pool;
}
