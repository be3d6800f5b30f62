import { type Kysely, sql } from 'kysely';

/**
 * Replies, reactions and deleted messages. A message that is no reply and is not deleted pays 8 bytes for the two columns, and
 * no index. The tables have no foreign keys to messages, as those have none to users: rows are inserted by joining the
 * message and the connection, and the purge removes them with the messages.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table messages add reply_to uuid, add deleted_at timestamptz`.execute(db);
  await sql`
    create table message_reactions (
      message uuid not null,
      uid uuid not null,
      emoji text not null,
      primary key (message, uid)
    )`.execute(db);
  await sql`
    create table hidden_messages (
      message uuid not null,
      uid uuid not null,
      primary key (message, uid)
    )`.execute(db);
}
