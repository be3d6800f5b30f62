import { ProductError } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';
import { LIMITS } from '#server/limits/index.ts';

/** A deleted message counts as read, and is not shown so before an older one: that would tell of it. The lock of the connection makes leaving wait, so that the purge finds the row. */
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
    select $2, sender, seq from marked where not (select shows_read from users where id = $2) or exists (
      select from messages m where m.receiver = $2 and m.sender = marked.sender and not m.read and m.seq < marked.seq
    )
    on conflict (reader, sender) do update set from_seq = excluded.from_seq where hidden_reads.from_seq > excluded.from_seq
  ), stale as (
    select p.device from push_devices d join pushes p on p.device = d.id
    where d.uid = $2 and p.cause <> 'mood' and p.reason = $1 and (select count(*) from marked) > 0
    order by p.device for update of p
  ), unread as (
    select m.id from messages m join marked on m.receiver = $2 and m.sender = marked.sender
    where not m.read and m.id <> $1 order by m.seq desc limit 1
  ), due as (
    update pushes p set version = p.version + 1, due_at = coalesce(p.due_at, now()),
      reason = coalesce((select id from unread where p.cause = 'message'), p.reason)
    from stale where p.device = stale.device and p.cause <> 'mood' and p.reason = $1
    returning p.device
  )
  select other, exists (select from due) as "hasPushes" from message`;

/** Deletes a message for one of its two people; may be repeated. @throws {ProductError} not_found, too_many, unavailable */
export async function deleteForMe(
  { pool, live, limits, push }: Pick<Context, 'pool' | 'live' | 'limits' | 'push'>,
  person: string,
  message: string,
  network: string,
): Promise<void> {
  await limits.consume(LIMITS.deleteMessage.person, person);
  const { rows } = await pool.query<{ other: string; hasPushes: boolean }>({
    name: 'hide-message',
    text: HIDE,
    values: [message, person],
  });
  if (!rows[0]) {
    await limits.count([LIMITS.deleteMessage.network, network]);
    throw new ProductError('not_found');
  }
  if (rows[0].hasPushes) push.wake();
  live.publish([person], { type: 'deleted', id: message, by: person, other: rows[0].other, for: 'me' });
}
