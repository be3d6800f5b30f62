import type { ChatConnection } from '#server/database/chat-connection.ts';
import type { NewMessage } from './store-messages.ts';

/** Takes each connection's lock as storing does, for as long as the statement runs, and says of which it was not to be had. */
const FIND_LOCKED = `
  with asked as (
    select * from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as a (id, sender, receiver)
  ), pairs as (
    select sender, receiver from asked union select receiver, sender from asked
  ), free as materialized (
    select c.owner, c.other from pairs p (owner, other) join connections c using (owner, other)
    for no key update of c skip locked
  )
  select a.id from asked a
  where exists (
    select from (values (a.sender, a.receiver), (a.receiver, a.sender)) p (owner, other)
    join connections c using (owner, other)
    where not exists (select from free f where f.owner = p.owner and f.other = p.other)
  )`;

/** Those of these messages whose connection, either way, somebody else has locked at this moment: their ids. */
export async function findLocked(
  db: Pick<ChatConnection, 'query'>,
  messages: readonly Pick<NewMessage, 'id' | 'sender' | 'receiver'>[],
): Promise<Set<string>> {
  const { rows } = await db.query<{ id: string }>({
    name: 'find-locked',
    text: FIND_LOCKED,
    values: [messages.map(({ id }) => id), messages.map(({ sender }) => sender), messages.map((each) => each.receiver)],
  });
  return new Set(rows.map(({ id }) => id));
}
