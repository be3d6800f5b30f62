import { ProductError } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';
import { MESSAGE_DELETIONS, MESSAGE_DELETIONS_FROM_NETWORK } from '#server/limits/index.ts';

/**
 * Somebody who deletes a message has had it on the screen, so an unread one becomes read: no count has to leave it out. If they hide
 * read marks, its mark is hidden too (mark-read.ts). The lock of the connection makes leaving wait, so that the purge finds the row.
 */
const HIDE = `
  with message as materialized (
    select m.id, case m.sender when $2 then m.receiver else m.sender end as other
    from messages m
    join connections c on c.owner = $2 and c.other = case m.sender when $2 then m.receiver else m.sender end
    where m.id = $1 and $2 in (m.sender, m.receiver)
    for key share of c
  ), hidden as (
    insert into hidden_messages (message, uid) select id, $2 from message on conflict do nothing
  ), marked as (
    update messages m set read = true from message where m.id = message.id and m.receiver = $2 and not m.read
    returning m.sender, m.seq
  ), hidden_mark as (
    insert into hidden_reads (reader, sender, from_seq)
    select $2, sender, seq from marked where not (select shows_read from users where id = $2)
    on conflict (reader, sender) do update set from_seq = excluded.from_seq where hidden_reads.from_seq > excluded.from_seq
  )
  select other from message`;

/**
 * Deletes a message for one of its two people. The other one sees it as before, and is sent nothing. Once more does no harm.
 * @param network the person's: its limit counts tries that find nothing
 * @throws {ProductError} not_found: no such message of the person, or the two are not connected; too_many, unavailable
 */
export async function deleteForMe(
  { pool, live, limits }: Pick<Context, 'pool' | 'live' | 'limits'>,
  person: string,
  message: string,
  network: string,
): Promise<void> {
  await limits.consume(MESSAGE_DELETIONS, person);
  const { rows } = await pool.query<{ other: string }>({
    name: 'hide-message',
    text: HIDE,
    values: [message, person],
  });
  if (!rows[0]) {
    await limits.count([MESSAGE_DELETIONS_FROM_NETWORK, network]);
    throw new ProductError('not_found');
  }
  live.publish([person], { type: 'deleted', id: message, by: person, other: rows[0].other, for: 'me' });
}
