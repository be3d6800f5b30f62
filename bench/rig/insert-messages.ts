import { MESSAGE_CONTENT } from '#bench/loads/chat-message.ts';
import type { Pair, Person } from './people.ts';
import type { Product } from './product.ts';

/** Inserts messages of all pairs in turn, in both directions, with the causes of their texts as the chat stores them. */
export async function insertMessages({ db }: Product, pairs: readonly Pair[], count: number): Promise<void> {
  await db.query(
    `with added as (
       insert into messages (id, sender, receiver, content)
       select gen_random_uuid(), case when n % 2 = 0 then one else other end, case when n % 2 = 0 then other else one end, $4
       from generate_series(0, $3 - 1) n
       join unnest($1::uuid[], $2::uuid[]) with ordinality as pair (one, other, place) on place = n / 2 % $5 + 1
       returning id, seq
     )
     insert into causes (priority, cause, ids)
     select 1, 'message', array_agg(id) from (select id, row_number() over (order by seq) / 100 as part from added) m group by part`,
    [pairs.map(([one]) => one.uid), pairs.map(([, other]) => other.uid), count, MESSAGE_CONTENT, pairs.length],
  );
}

/** The content of the newest message of an inserted conversation, and of no other. */
export const NEWEST = 'Message 0.';

/**
 * Connects two people and inserts messages between them, all read. The messages have one or more lines. They are numbered
 * down to 0, so the newest hundred are the same in a conversation of any length.
 */
export async function insertConversation({ db }: Product, one: Person, other: Person, messages: number): Promise<void> {
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
