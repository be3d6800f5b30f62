import type { Person } from './people.ts';
import type { Product } from './product.ts';

/** What the newest message of a stored conversation says, and no other. */
export const NEWEST = 'Message 0.';

/**
 * Connects two people and stores a conversation of theirs, all read. Its messages are between one and several lines
 * high, and count down to 0: the last hundred are the same in every conversation, however long it is.
 */
export async function storeConversation({ db }: Product, one: Person, other: Person, messages: number): Promise<void> {
  const pair = [one.uid, other.uid];
  await db.query('delete from messages where sender = any($1::uuid[]) and receiver = any($1::uuid[])', [pair]);
  await db.query(
    `insert into messages (id, sender, receiver, content, timestamp, read)
     select gen_random_uuid(), case when n % 3 = 0 then $1 else $2 end::uuid, case when n % 3 = 0 then $2 else $1 end::uuid,
       'Message ' || n || '.' || repeat(' And so it goes on.', n % 7 * 4), now() - n * interval '1 minute', true
     from generate_series($3::int - 1, 0, -1) n`,
    [...pair, messages],
  );
  await db.query(
    `insert into connections (owner, other, lastmessage) values ($1, $2, now()), ($2, $1, now())
     on conflict (owner, other) do update set lastmessage = excluded.lastmessage`,
    pair,
  );
}
