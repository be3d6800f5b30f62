import type pg from 'pg';
import { connectDatabase } from '../../database/connect.ts';

const CONNECTIONS = 2;
/** A search takes less than a thousandth of this. Waiting for a connection has the same bound. */
const GIVE_UP_AFTER_MS = 2_000;

/**
 * Opens the connections on which searches run, apart from all others: whatever holds a search up, it ends as
 * `unavailable`, and nobody's chat, lists or moods wait for it. One plan serves every text, made once a connection.
 */
export function openSearchPool(url: string): pg.Pool {
  return connectDatabase(url, {
    max: CONNECTIONS,
    connectWithinMs: GIVE_UP_AFTER_MS,
    answerWithinMs: GIVE_UP_AFTER_MS,
    settings: ['plan_cache_mode = force_generic_plan'],
  }).pool;
}
