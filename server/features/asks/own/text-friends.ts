import type pg from 'pg';
import type { Context } from '#server/context.ts';

type Kind = 'again' | 'slip' | 'closing';

/**
 * Ids of such texts are in the range of the choice's (mood_text_id), so lists, exports and purges find them with it. This digit
 * after the choice's part keeps the kinds apart, and each kind from the first texts, whose numbers are small.
 */
const ID_DIGIT: Record<Kind, string> = { again: '8', slip: '9', closing: 'a' };

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
    select id from choices order by chosen_at desc, id desc limit 1
  ), texted as (
    select distinct t.recipient from choices m
    join texts t on t.id between mood_text_id(m.id, '0') and mood_text_id(m.id, 'f')
    where t.cause = 'mood' and (t.status in ('sent', 'sending') or t.status = 'recorded' and $5 = 'recorded')
      and t.delivery is distinct from 'undelivered'
      and not exists (
        select from ask_recipients n where n.ask = $1 and n.friend = t.recipient and n.withdrawn_at >= t.created_at)
  )
  insert into texts (id, recipient, author, cause_id, kind, cause, status, last_error, next_attempt_at, settled_at)
  select (left(newest.id::text, 28) || $4 || lpad(to_hex(row_number() over (order by t.recipient)), 7, '0'))::uuid,
    t.recipient, $2, newest.id, 'general', $3, $5, $6,
    case when $5 = 'queued' then now() end, case when $5 <> 'queued' then now() end
  from newest, texted t
  where not exists (
    select from texts before
    where before.id between mood_text_id(newest.id, '0') and mood_text_id(newest.id, 'f') and before.cause = $3
  ) and ($3 <> 'again' or not exists (
    select from ask_recipients n
    where n.ask = $1 and n.friend = t.recipient and n.withdrawn_at is null and n.answer is not null
  ))`;

/** Who asks once more is pushed once more, to friends without an answer: see make-pushes.ts. */
const PUSH_AGAIN = `
  insert into push_causes (priority, cause, choice)
  select 0, 'again', m.id from mood_choices m join asks a on a.id = m.ask
  where m.uid = $2 and m.ask = $1 and m.chosen_at >= a.asked_at and m.undone_at is null
    and exists (select from push_devices)
  order by m.chosen_at desc, m.id desc limit 1`;

/** Call it with the ask locked, and outbox.wake() after the commit. @returns how many texts there are */
export async function textFriends(
  { outbox }: Pick<Context, 'outbox'>,
  db: pg.ClientBase,
  { ask, uid, kind }: { ask: string; uid: string; kind: Kind },
): Promise<number> {
  const { status, note } = outbox.statusFor('general');
  if (kind === 'again') await db.query(PUSH_AGAIN, [ask, uid]);
  const { rowCount } = await db.query(STORE, [ask, uid, kind, ID_DIGIT[kind], status, note]);
  return rowCount ?? 0;
}
