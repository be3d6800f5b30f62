import type pg from 'pg';
import { INDEX_PLANS } from '#server/database/chat-connection.ts';
import { connectDatabase } from '#server/database/connect.ts';
import { CONNECTIONS } from '#server/database/connection-budget.ts';

/** The name of the connections of a node that can send the texts of causes. One of them is always open. */
const SENDER = 'moodring sender';

/**
 * The outbox's own connections. Its plans use indexes, also when tables have grown since the plan was made.
 * @param isSender whether this node has a gateway for the texts of causes
 */
export function openOutboxPool(databaseUrl: string, isSender: boolean): pg.Pool {
  const settings = isSender ? [...INDEX_PLANS, `application_name = '${SENDER}'`] : INDEX_PLANS;
  return connectDatabase(databaseUrl, { ...CONNECTIONS.outbox, settings }).pool;
}

/** Whether any node on this database can send the texts of causes. */
export async function isSenderThere(pool: pg.Pool): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity where application_name = '${SENDER}' and datname = current_database() limit 1`,
  );
  return rowCount === 1;
}
