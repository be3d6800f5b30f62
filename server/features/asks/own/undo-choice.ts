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

/** SQL: of the texts `t` about a choice `m`: how many count, and how many have left or are being sent. */
const COUNTS = `
  count(*) filter (where t.cause = 'mood' and not ${IS_WITHHELD})::int as asked,
  count(*) filter (where t.cause = 'mood' and t.status in ('sent', 'sending'))::int as "left"`;
/** SQL: a friend who has parted looks like one who has left. */
const OF_FRIEND = 'join connections c on c.owner = m.uid and c.other = t.recipient';

interface Taken {
  undone: Undone;
  /** Whether the limit's count is given back: no friend was asked. */
  isGivenBack: boolean;
  /** The mood as friends see it now; undefined when a later choice hides the one that was undone. */
  shown: { mood: Mood; chosenAt: Date; friends: string | null } | undefined;
}

/** Takes back a person's newest choice while texts of it wait. @throws {ProductError} not_found; too_late; too_many */
export async function undoChoice(context: Context, uid: string, ask: string): Promise<Undone> {
  const { limits, pool, live, push } = context;
  await limits.consume(LIMITS.undo.person, uid);
  const { undone, isGivenBack, shown } = await inTransaction(pool, (db) => takeBack(context, db, uid, ask));
  if (shown) {
    const { mood, chosenAt, friends } = shown;
    live.publish([uid, ...(friends?.split(',') ?? [])], { type: 'mood', uid, mood, chosenAt: chosenAt.getTime() });
  }
  publishAsk(context, ask);
  push.wake();
  if (isGivenBack) await limits.undo(LIMITS.askForSupport.person, uid);
  return undone;
}

const TAKE = 'delete from causes where priority = 0 and choice = $1 returning cause';

/** A worker that stores results at this moment comes before or after, so its texts count once. */
const LOCK = `
  select from texts where cause_id = $1 and status in ('queued', 'sending') order by id for update`;

const CANCEL = `
  update texts set ${holdBack('undone')}
  where status = 'queued' and cause = 'mood' and cause_id = $1`;

const COUNT = `
  select ${COUNTS} from mood_choices m join texts t on t.cause_id = m.id ${OF_FRIEND} where m.id = $1`;

const NEWEST = `
  select m.id, m.texts_limited as "isLimited", not exists (
    select from mood_choices later where later.uid = m.uid and later.undone_at is null
      and (later.chosen_at, later.id) > (m.chosen_at, m.id)
  ) as "isShown"
  from mood_choices m join asks a on a.id = m.ask
  where m.uid = $1 and m.ask = $2 and m.chosen_at >= a.asked_at and m.undone_at is null
  order by m.chosen_at desc, m.id desc limit 1`;

const STANDING_MOOD = `
  select id, mood from mood_choices where uid = $1 and undone_at is null order by chosen_at desc, id desc limit 1`;

/** A notification of the choice closes, or says again what it said before the person felt worse. */
const TELL_DEVICES = `
  update pushes set version = version + 1, due_at = coalesce(due_at, now()),
    reason = coalesce((select id from mood_choices where id = $3 and mood in ('Purple', 'Dark')), reason)
  where author = $1 and cause = 'mood' and reason = $2`;

/** Locks the person before the ask, as a choice does, and the cause last. */
async function takeBack(context: Context, db: pg.ClientBase, uid: string, ask: string): Promise<Taken> {
  const { isHeld, isClosed } = await lockOwnAsk(db, uid, ask);
  const [newest] = (await db.query<{ id: string; isLimited: boolean; isShown: boolean }>(NEWEST, [uid, ask])).rows;
  if (!newest) throw new ProductError('not_found');
  const { rows: causes } = await db.query(TAKE, [newest.id]);
  const waiting = causes.some(({ cause }) => cause === 'mood');
  await db.query(LOCK, [newest.id]);
  const { rowCount: cancelled } = await db.query(CANCEL, [newest.id]);
  if (isClosed || !(waiting || isHeld || cancelled)) throw tooLate(context);
  const { rows: counts } = await db.query<Pick<Undone, 'asked' | 'left'>>(COUNT, [newest.id]);
  // A text that is claimed later was not counted as one that left.
  await db.query('update mood_choices set undone_at = clock_timestamp() where id = $1', [newest.id]);
  const [standing] = (await db.query<{ id: string; mood: Mood }>(STANDING_MOOD, [uid])).rows;
  await db.query(TELL_DEVICES, [uid, newest.id, standing?.id]);
  const mood = standing?.mood ?? FIRST_MOOD;
  const shown = newest.isShown ? (await db.query(RESTORE, [uid, mood])).rows[0] : undefined;
  const isEased = newest.isShown && !asksForSupport(mood);
  const { rows: after } = await db.query<Pick<Undone, 'stands'>>(AFTER_UNDO, [uid, ask, isEased]);
  await closeAnswerPushes(db, ask);
  const undone = { mood, ...counts[0]!, ...after[0]! };
  return { undone, isGivenBack: isHeld && undone.left === 0 && !newest.isLimited, shown };
}

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

const RESTORE = `
  update users set mood = $2,
    mood_chosen_at = date_trunc('milliseconds', greatest(clock_timestamp(), mood_chosen_at + interval '1 millisecond'))
  where id = $1
  returning mood, mood_chosen_at as "chosenAt", friends_who_see(id, true) as friends`;

/** SQL: friends may be told that an undone choice `m` of an ask `a` was a slip. That text says that the person is OK. */
export const IS_SLIP = `
  m.undone_at > now() - interval '1 hour' and a.closed_how = 'undone'
    and not exists (select from users u where u.id = m.uid and u.mood in ('Purple', 'Dark'))
    and not exists (
      select from mood_choices n where n.uid = m.uid and n.chosen_at > m.chosen_at and (
        n.ask = m.ask and n.undone_at > m.undone_at or n.undone_at is null and n.mood in ('Purple', 'Dark')))`;

const UNDONE = `
  select m.ask, m.mood as level, ${inMs('m.chosen_at')} as "calledAt", t.asked, t."left"
  from mood_choices m join asks a on a.id = m.ask
  cross join lateral (
    select ${COUNTS}, bool_or(t.cause = 'slip') as "isTold" from texts t ${OF_FRIEND} where t.cause_id = m.id
  ) t
  where m.uid = $1 and ${IS_SLIP} and t."left" > 0 and not t."isTold"
  order by m.undone_at desc, m.chosen_at desc limit 1`;

/** The undone choice of which friends can be told that it was a slip; null when there is none. */
export async function getUndoneChoice(pool: pg.Pool, uid: string): Promise<UndoneChoice | null> {
  return (await pool.query<UndoneChoice>({ name: 'undone-choice', text: UNDONE, values: [uid] })).rows[0] ?? null;
}
