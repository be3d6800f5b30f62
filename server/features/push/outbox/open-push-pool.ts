import type pg from 'pg';
import { INDEX_PLANS } from '#server/database/chat-connection.ts';
import { connectDatabase } from '#server/database/connect.ts';
import { CONNECTIONS } from '#server/database/connection-budget.ts';

/** The push worker's own connection. Its plans use indexes, also when tables have grown since the plan was made. */
export function openPushPool(databaseUrl: string): pg.Pool {
  return connectDatabase(databaseUrl, { ...CONNECTIONS.push, settings: INDEX_PLANS }).pool;
}
