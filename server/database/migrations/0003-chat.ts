import { type Kysely, sql } from 'kysely';

/**
 * Chat messages. They have no foreign keys to users, which would cost two look-ups for each message: a message is inserted
 * only by joining the sender's connection, which has those keys.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table messages (
      id uuid primary key,
      seq bigint not null generated always as identity,
      sender uuid not null,
      receiver uuid not null,
      content text not null,
      timestamp timestamptz not null default now(),
      read boolean not null default false
    )`.execute(db);
  await sql`
    create index messages_conversation on messages (least(sender, receiver), greatest(sender, receiver), seq)`.execute(
    db,
  );
  await sql`create index messages_unread on messages (receiver, sender, seq) where not read`.execute(db);
}
