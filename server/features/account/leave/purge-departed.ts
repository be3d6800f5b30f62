import type pg from 'pg';
import { inBackgroundTransaction } from '#server/database/background-transaction.ts';
import { forgetDeparted } from './forget-departed.ts';

/** Rows of a step: about 10 ms, so that a stop does not wait long. */
const STEP = 2_000;
const SUPPORT_CALLS_IN_A_STEP = 20;
/** A call for support has a text for every friend of that friend. */
const MOODS_OF_A_FRIEND = 200;
const WITH_PHOTOS_IN_A_STEP = 3;
/** Skips calls for support whose texts are not sent yet. */
const RETRY_AFTER = '30 seconds';

/** A text that is made while its message is purged would stay for ever. */
const MESSAGES_BEING_TOLD = `
  select from causes c cross join unnest(c.ids) i (id) join messages m on m.id = i.id
  where c.priority = 1 and $1::uuid in (m.sender, m.receiver) limit 1`;

const PAIR = `
  pair as materialized (
    select other, after_time, after_id from departed_connections where uid = $1 order by other limit 1
  )`;

/** Photos, texts and reactions go with the messages. Marking read takes the same lock. */
const CONVERSATION = `
  with ${PAIR}, next as materialized (
    select id, seq, photos from messages
    where conversation_key(sender, receiver) = conversation_key($1, (select other from pair))
      and (sender, receiver) in (($1::uuid, (select other from pair)), ((select other from pair), $1::uuid))
    order by seq limit ${STEP} for update
  ), old as materialized (
    select id from (select id, count(photos) over (order by seq) as with_photos from next) m
    where with_photos <= ${WITH_PHOTOS_IN_A_STEP}
  ), shown as (
    delete from photos p using old where p.message = old.id returning p.id
  ), taken as (
    insert into taken_ids select id from old union select id from shown on conflict do nothing
  ), texted as (
    delete from texts t using old where t.id = old.id
  ), reactions as (
    delete from message_reactions r using old where r.message = old.id
  ), hidden as (
    delete from hidden_messages h using old where h.message = old.id
  )
  delete from messages m using old where m.id = old.id`;

/** Lists of people to ask, which have no foreign key. Locks the friend before the ask, as a choice does. */
const CHOSEN = `
  with ${PAIR}, person as materialized (
    select id from users u where id = (select other from pair) and ($1 = any(asks_these)
      or exists (select from asks where uid = u.id and ($1 = any(chosen) or $1 = any(thanks))))
    for no key update
  ), setting as (
    update users set asks_these = array_remove(asks_these, $1)
    where id = (select id from person) and $1 = any(asks_these)
  )
  update asks set chosen = array_remove(chosen, $1), thanks = array_remove(thanks, $1)
  where uid = (select id from person) and ($1 = any(chosen) or $1 = any(thanks))`;

/** The texts about that friend's calls for support. After the last one the friend is done. */
const TEXTS_FOR_SUPPORT = `
  with ${PAIR}, moods as materialized (
    select id, mood, chosen_at from mood_choices
    where uid = (select other from pair)
      and (chosen_at, id) > ((select after_time from pair), (select after_id from pair))
    order by chosen_at, id limit ${MOODS_OF_A_FRIEND}
  ), texted as (
    delete from texts t using moods m
    where t.recipient = $1 and t.cause_id = m.id
  ), looked_in as (
    delete from texts t using pair where t.cause_id = pair.other and t.recipient = $1
  ), moved as (
    update departed_connections c set after_time = last.chosen_at, after_id = last.id
    from pair, (select chosen_at, id from moods order by chosen_at desc, id desc limit 1) last
    where c.uid = $1 and c.other = pair.other and (select count(*) from moods) = ${MOODS_OF_A_FRIEND}
  ), done as (
    delete from departed_connections c using pair
    where c.uid = $1 and c.other = pair.other and (select count(*) from moods) < ${MOODS_OF_A_FRIEND}
  )
  select from pair`;

/** Moods and their texts, except those of a call for support that wait to be sent. */
const MOODS = `
  with old as materialized (
    select id, mood from (
      select id, mood, count(*) filter (where mood in ('Purple', 'Dark')) over (order by chosen_at, id) as calls
      from (select * from mood_choices where uid = $1 order by chosen_at, id limit ${STEP}) m
    ) m where calls <= ${SUPPORT_CALLS_IN_A_STEP}
  ), texted as (
    delete from texts t using old
    where t.cause_id = old.id and t.status not in ('queued', 'sending')
  )
  delete from mood_choices m using old
  where m.id = old.id and not exists (
    select from texts t where t.cause_id = m.id and t.status in ('queued', 'sending')
  ) and not exists (
    select from causes c where c.priority = 0 and c.choice = m.id
  )`;

const TEXTS_BY_HAND = `
  delete from texts where id in (select id from texts where cause = 'form' and author = $1 limit ${STEP})`;

const TEXTS_OF_CHECK_INS = `
  delete from texts where id in (select id from texts where cause_id = $1 limit ${STEP})`;

/** The profile photo, and those that were uploaded and not sent. */
const PHOTOS = `
  with gone as (
    delete from photos where id in (select id from photos where owner = $1 limit 20) returning id
  )
  insert into taken_ids select id from gone`;

const DONE = 'delete from departures where uid = $1 and not exists (select from mood_choices where uid = $1)';
const WAIT = `update departures set look_again_at = now() + interval '${RETRY_AFTER}' where uid = $1`;

const STEPS = [CONVERSATION, CHOSEN, TEXTS_FOR_SUPPORT, MOODS, TEXTS_BY_HAND, TEXTS_OF_CHECK_INS, PHOTOS];

/** Purges some rows of a deleted account that no other node purges. @returns false when there is nothing to do */
export function purgeStep(pool: pg.Pool): Promise<boolean> {
  return inBackgroundTransaction(pool, purgeOne);
}

/** A random account, so that a large or failing one does not hold up others. */
async function purgeOne(db: pg.ClientBase): Promise<boolean> {
  const { rows } = await db.query<{ uid: string }>(
    'select uid from departures where look_again_at <= now() order by random() limit 1 for update skip locked',
  );
  if (!rows[0]) return false;
  const { uid } = rows[0];
  if (await forgetDeparted(db, uid)) return true;
  if ((await db.query(MESSAGES_BEING_TOLD, [uid])).rowCount) return true;
  for (const step of STEPS) if ((await db.query(step, [uid])).rowCount) return true;
  const { rowCount } = await db.query(DONE, [uid]);
  if (!rowCount) await db.query(WAIT, [uid]);
  return true;
}
