import type pg from 'pg';
import type { Undone, UndoneChoice } from '#contract/asks.ts';
import { ProductError } from '#contract/errors.ts';
import { asksForSupport, FIRST_MOOD, type Mood } from '#contract/moods.ts';
import type { Context } from '#server/context.ts';
import { inMs } from '#server/database/in-ms.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { closeAnswerPushes } from '#server/features/push/index.ts';
import { holdBack, IS_WITHHELD } from '#server/features/texts/index.ts';
import { LIMITS } from '#server/limits/index.ts';
import { publishAsk } from '../publish-ask.ts';
import { lockOwnAsk, tooLate } from './lock-own-ask.ts';

export const SLIP_TIME = `interval '1 hour'`;

/** SQL: a text `t` about a choice `m` that counts; such a text that has left, or is being sent. */
const IS_TEXT_OF_CALL = `t.cause = 'mood' and not ${IS_WITHHELD}`;
const HAS_LEFT = `t.cause = 'mood' and t.status in ('sent', 'sending')`;
/** SQL: a friend who has parted looks like one who has left. */
const OF_FRIEND = 'join connections c on c.owner = m.uid and c.other = t.recipient';

interface Taken {
  mood: Mood;
  chosenAt: Date | null;
  friends: string[];
  asked: number;
  left: number;
  stands: Undone['stands'];
}

/** Takes back a person's newest choice while texts of it wait. @throws {ProductError} not_found; too_late; too_many */
export async function undoChoice(context: Context, uid: string, ask: string): Promise<Undone> {
  const { limits, pool, live, push } = context;
  await limits.consume(LIMITS.undo.person, uid);
  const taken = await inTransaction(pool, (db) => takeBack(context, db, uid, ask));
  if (taken.chosenAt)
    live.publish([uid, ...taken.friends], { type: 'mood', uid, mood: taken.mood, chosenAt: taken.chosenAt.getTime() });
  publishAsk(context, ask);
  push.wake();
  const { mood, stands, asked, left } = taken;
  return { mood, stands, asked, left };
}

const TAKE = 'delete from causes where priority = 0 and choice = $1 returning cause';

/** A worker that stores results at this moment comes before or after, so its texts count once. */
const LOCK = `
  select from texts where cause_id = $1 and status in ('queued', 'sending') order by id for update`;

const CANCEL = `
  update texts set ${holdBack('undone')}
  where status = 'queued' and cause = 'mood' and cause_id = $1`;

const COUNT = `
  select count(*) filter (where ${IS_TEXT_OF_CALL})::int as asked, count(*) filter (where ${HAS_LEFT})::int as "left"
  from mood_choices m join texts t on t.cause_id = m.id ${OF_FRIEND} where m.id = $1`;

/** Locks the person before the ask, as a choice does, and the cause last. */
async function takeBack(context: Context, db: pg.ClientBase, uid: string, ask: string): Promise<Taken> {
  const { isHeld, isClosed } = await lockOwnAsk(db, uid, ask);
  const { rows } = await db.query<Choices>({ name: 'choices-to-undo', text: CHOICES, values: [uid, ask] });
  const { newest, mood, latest, former } = rows[0]!;
  if (!newest) throw new ProductError('not_found');
  const { rows: causes } = await db.query(TAKE, [newest]);
  const waiting = causes.some(({ cause }) => cause === 'mood');
  await db.query(LOCK, [newest]);
  const { rowCount: cancelled } = await db.query(CANCEL, [newest]);
  if (isClosed || !(waiting || isHeld || cancelled)) throw tooLate(context);
  const { rows: counts } = await db.query<Pick<Taken, 'asked' | 'left'>>(COUNT, [newest]);
  // A text that is claimed later was not counted as one that left.
  await db.query('update mood_choices set undone_at = clock_timestamp() where id = $1', [newest]);
  await db.query(
    `update pushes set version = version + 1, due_at = coalesce(due_at, now()) where author = $1 and cause = 'mood' and reason = $2`,
    [uid, newest],
  );
  const isShown = latest === newest;
  const restored = isShown ? await restore(db, uid, former ?? FIRST_MOOD) : undefined;
  const isEased = isShown && !asksForSupport(former ?? FIRST_MOOD);
  const { rows: after } = await db.query<Pick<Taken, 'stands'>>({
    ...{ name: 'end-undone-ask', text: AFTER_UNDO, values: [uid, ask, isEased] },
  });
  await closeAnswerPushes(db, ask);
  return {
    mood: isShown ? (former ?? FIRST_MOOD) : mood!,
    chosenAt: restored?.chosenAt ?? null,
    friends: restored?.friends ?? [],
    ...counts[0]!,
    stands: after[0]!.stands,
  };
}

interface Choices {
  newest: string | null;
  latest: string | null;
  mood: Mood | null;
  former: Mood | null;
}

const CHOICES = `
  with newest as (
    select m.id, m.chosen_at from mood_choices m join asks a on a.id = m.ask
    where m.uid = $1 and m.ask = $2 and m.chosen_at >= a.asked_at and m.undone_at is null
    order by m.chosen_at desc, m.id desc limit 1
  ), latest as (
    select id, mood from mood_choices where uid = $1 and undone_at is null order by chosen_at desc, id desc limit 1
  )
  select (select id from newest) as newest, (select id from latest) as latest, (select mood from latest) as mood, (
    select m.mood from mood_choices m, newest where m.uid = $1 and m.undone_at is null and m.id <> newest.id
      and m.chosen_at <= newest.chosen_at order by m.chosen_at desc, m.id desc limit 1
  ) as former`;

/** Without another choice the ask is over; otherwise it is as before. $3: whether the mood asks for no support now. */
const AFTER_UNDO = `
  with rest as (
    select m.chosen_at, m.mood, lag(m.mood) over (order by m.chosen_at, m.id) as before
    from mood_choices m join asks a on a.id = m.ask
    where m.uid = $1 and m.ask = $2 and m.chosen_at >= a.asked_at and m.undone_at is null
  ), state as (
    select (select mood from rest order by chosen_at desc limit 1) as level, max(chosen_at) as called_at,
      max(chosen_at) filter (where mood = 'Dark' and before = 'Purple') as worse_at
    from rest
  )
  update asks a set version = version + 1,
    level = coalesce(state.level, a.level), called_at = coalesce(state.called_at, a.called_at),
    worse_at = state.worse_at, eased_at = coalesce(a.eased_at, case when $3 and state.level is not null then now() end),
    closed_at = case when state.level is null then now() end, closed_how = case when state.level is null then 'undone' end,
    help = case when state.level is not null then a.help end, note = case when state.level is not null then a.note end
  from state where a.id = $2 returning state.level as stands`;

async function restore(db: pg.ClientBase, uid: string, mood: Mood): Promise<{ chosenAt: Date; friends: string[] }> {
  const { rows } = await db.query<{ chosenAt: Date; friends: string[] | null }>(
    `update users
     set mood = $2,
         mood_chosen_at = date_trunc('milliseconds', greatest(clock_timestamp(), mood_chosen_at + interval '1 millisecond'))
     where id = $1
     returning mood_chosen_at as "chosenAt", (
       select array_agg(other) from connections where owner = users.id and not hides_mood
     ) as friends`,
    [uid, mood],
  );
  return { chosenAt: rows[0]!.chosenAt, friends: rows[0]!.friends ?? [] };
}

/** Another call since then is no slip. */
const UNDONE = `
  select m.ask, m.mood as level, ${inMs('m.chosen_at')} as "calledAt", t.asked, t."left", (
    select s.mood from mood_choices s where s.uid = m.uid and s.ask = m.ask and s.chosen_at >= a.asked_at
      and s.undone_at is null order by s.chosen_at desc, s.id desc limit 1
  ) as stands
  from mood_choices m join asks a on a.id = m.ask
  cross join lateral (
    select count(*) filter (where ${IS_TEXT_OF_CALL})::int as asked, count(*) filter (where ${HAS_LEFT})::int as "left",
      bool_or(t.cause = 'slip') as "isTold"
    from texts t ${OF_FRIEND} where t.cause_id = m.id
  ) t
  where m.uid = $1 and m.undone_at > now() - ${SLIP_TIME} and t."left" > 0 and not t."isTold"
    and not exists (
      select from mood_choices n where n.uid = $1 and n.chosen_at > m.chosen_at and (
        n.ask = m.ask and n.undone_at > m.undone_at or n.undone_at is null and n.mood in ('Purple', 'Dark')))
  order by m.undone_at desc, m.chosen_at desc limit 1`;

/** The undone choice of which friends can be told that it was a slip; null when there is none. */
export async function getUndoneChoice(pool: pg.Pool, uid: string): Promise<UndoneChoice | null> {
  return (await pool.query<UndoneChoice>({ name: 'undone-choice', text: UNDONE, values: [uid] })).rows[0] ?? null;
}
