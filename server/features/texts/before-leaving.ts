import type pg from 'pg';
import { lookAtTexts } from './outbox/look-at-texts.ts';
import { makeTextsOfCall, type NewTexts } from './outbox/make-texts.ts';
import { holdBack } from './text-columns.ts';

const LOCK_ASKS = `
  select from asks where id in (
    select m.ask from causes c join mood_choices m on m.id = c.choice where c.priority = 0 and m.uid = $1
  ) order by id for no key update`;

const TAKE_CALLS = `
  with taken as (
    delete from causes c using mood_choices m where m.uid = $1 and c.priority = 0 and c.cause = 'mood' and c.choice = m.id
    returning c.choice, c.created_at, c.opens_at, m.ask
  )
  select choice, created_at as "createdAt", opens_at as "heldUntil", sync_recipients(ask) from taken`;

const WAITING = `
  select id from texts
  where author = $1 and status in ('queued', 'sending') and cause in ('mood', 'again') order by id for update`;

/** A text that is being sent keeps its state. */
const ADDRESS = `
  update texts t set recipient = a.recipient
  from unnest($1::uuid[], $2::uuid[]) as a (id, recipient) where t.id = a.id and a.recipient is not null`;

const HOLD_BACK = `update texts set ${holdBack('unwanted')} where id = any($1::uuid[])`;

/** What waits for the person's phone belongs to another account with the number. */
const HAND_OVER = `
  update texts t set recipient = other.uid from (
    select w.id, p.id as uid from texts w
    join mood_choices m on m.id = w.cause_id
    join users p on p.phone_key = w.phone_key and p.id <> $1
    join ask_recipients n on n.ask = m.ask and n.friend = p.id and n.withdrawn_at is null
    where w.recipient = $1 and w.status in ('queued', 'sending') and w.cause in ('mood', 'again')
  ) other where t.id = other.id`;

/** Sends a person's last calls as far as friends want them. No later look finds what friends have decided. */
export async function settleBeforeLeaving(db: pg.ClientBase, uid: string, state: NewTexts): Promise<void> {
  await db.query(LOCK_ASKS, [uid]);
  const { rows: calls } = await db.query(TAKE_CALLS, [uid]);
  for (const call of calls) await makeTextsOfCall(db, call, state);
  const { rows: waiting } = await db.query<{ id: string }>(WAITING, [uid]);
  const ids = waiting.map(({ id }) => id);
  const texts = await lookAtTexts(db, ids, Date.now(), state.needsProof);
  await db.query(ADDRESS, [texts.map(({ id }) => id), texts.map(({ recipient }) => recipient)]);
  await db.query(HOLD_BACK, [texts.flatMap(({ id, decided }) => (decided === null ? [] : id))]);
  await db.query(HAND_OVER, [uid]);
}

/** Unless another account has the number. A text that is being sent is still sent. A later retry is cancelled. */
const FORGET_TYPED = `
  update texts
  set phone_number = '', phone_key = null,
      status = case when status = 'queued' then 'cancelled' else status end,
      last_error = case when status = 'queued' then 'the number''s person has left' else last_error end,
      settled_at = case when status = 'queued' then now() else settled_at end
  where phone_key = $1 and cause = 'form' and not exists (select from users where phone_key = $1)`;

/** What has left needs no number any more, and neither does a text for that person. */
const FORGET_PHONE = `
  update texts set phone_key = null
  where phone_key = $1 and cause <> 'form' and (status not in ('queued', 'sending') or recipient = $2)`;

/** Their senders' lists keep the texts; queued ones are cancelled. @param phone `key` of `readNumber` */
export async function forgetNumber(db: pg.ClientBase, phone: string, uid: string): Promise<void> {
  await db.query(FORGET_TYPED, [phone]);
  await db.query(FORGET_PHONE, [phone, uid]);
}
