import { type Kysely, sql } from 'kysely';

/**
 * Two indexes of messages take a third of their space (docs/decisions/0004-live-path.md). A conversation is found by 8
 * bytes that are computed from its two people, instead of their 32. Queries compare the people, too: two conversations can
 * have the same key. Unread messages need no order, and entries of one sender are stored together.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function conversation_key(one uuid, other uuid) returns bigint language sql immutable parallel safe as $$
      select uuid_hash_extended(least(one, other), 0) # uuid_hash_extended(greatest(one, other), 1)
    $$`.execute(db);
  await sql`drop index messages_conversation`.execute(db);
  await sql`create index messages_conversation on messages (conversation_key(sender, receiver), seq)`.execute(db);
  await sql`drop index messages_unread`.execute(db);
  await sql`create index messages_unread on messages (receiver, sender) where not read`.execute(db);
}
