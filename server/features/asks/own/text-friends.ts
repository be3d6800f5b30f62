import type pg from 'pg';
import type { Context } from '#server/context.ts';
import { payerOf } from '#server/features/identity/index.ts';

type Kind = 'again' | 'slip' | 'closing';

/**
 * Stores a text to each friend who was texted about the ask: for a slip by the texts of the choice that was undone last,
 * otherwise by those of the choices that count. Hiding withdrew the ask from friends who were texted before it. It belongs to the newest of these choices. Each kind is stored once a choice.
 */
const STORE = `
  with choices as (
    select m.id, m.chosen_at from mood_choices m join asks a on a.id = m.ask
    where m.uid = $2 and m.ask = $1 and m.chosen_at >= a.asked_at and case when $3 = 'slip'
      then m.id = (select u.id from mood_choices u where u.uid = $2 and u.ask = $1 and u.undone_at is not null
        order by u.undone_at desc, u.chosen_at desc limit 1)
      else m.undone_at is null end
  ), newest as (
    select c.id, payer, last_turn(payer) from choices c join users u on u.id = $2
    cross join lateral (select ${payerOf('u')} as payer offset 0) paid
    order by c.chosen_at desc, c.id desc limit 1
  ), texted as (
    select distinct t.recipient from choices m
    join texts t on t.cause_id = m.id
    where t.cause = 'mood' and (t.status in ('sent', 'sending') or t.status = 'recorded' and $4 = 'recorded')
      and t.delivery is distinct from 'undelivered'
      and not exists (
        select from ask_recipients n where n.ask = $1 and n.friend = t.recipient and n.withdrawn_at >= t.created_at)
  )
  insert into texts (recipient, phone_key, payer, turn, author, cause_id, kind, cause, status, last_error, next_attempt_at, settled_at)
  select u.id, case when $3 = 'again' then u.phone_key end,
    case when $3 = 'again' then payer end, case when $3 = 'again' then last_turn + row_number() over () else 0 end, $2, newest.id, 'general', $3, $4, $5,
    case when $4 = 'queued' then now() end, case when $4 <> 'queued' then now() end
  from newest, texted t join users u on u.id = t.recipient
  where not exists (select from texts before where before.cause_id = newest.id and before.cause = $3) and ($3 <> 'again' or not exists (
    select from ask_recipients n
    where n.ask = $1 and n.friend = t.recipient and n.withdrawn_at is null and n.answer is not null
  ))`;

/** Who asks once more is pushed once more, to friends without an answer: see make-pushes.ts. */
const PUSH_AGAIN = `
  insert into causes (priority, cause, choice)
  select 0, 'again', m.id from mood_choices m join asks a on a.id = m.ask
  where m.uid = $2 and m.ask = $1 and m.chosen_at >= a.asked_at and m.undone_at is null
    and exists (select from push_devices)
  order by m.chosen_at desc, m.id desc limit 1`;

/** Call it with the ask locked; after the commit outbox.wake(), and causes.wake() for `again`. @returns how many texts there are */
export async function textFriends(
  { outbox }: Pick<Context, 'outbox'>,
  db: pg.ClientBase,
  { ask, uid, kind }: { ask: string; uid: string; kind: Kind },
): Promise<number> {
  const { status, note } = outbox.newTexts('general');
  if (kind === 'again') await db.query(PUSH_AGAIN, [ask, uid]);
  const { rowCount } = await db.query(STORE, [ask, uid, kind, status, note]);
  return rowCount ?? 0;
}
