import type pg from 'pg';
import { INDEX_PLANS } from '#server/database/chat-connection.ts';
import { openPool } from '#server/database/connect.ts';
import { CONNECTIONS } from '#server/database/connection-budget.ts';

/** The outbox's own connections. Its plans use indexes, also when tables have grown since the plan was made. */
export function openOutboxPool(databaseUrl: string): pg.Pool {
  return openPool(databaseUrl, { ...CONNECTIONS.outbox, settings: INDEX_PLANS });
}
