import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Undone } from '#contract/asks.ts';
import { ProductError } from '#contract/errors.ts';
import { asksForSupport, FIRST_MOOD, type Mood } from '#contract/moods.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { closeAnswerPushes } from '#server/features/push/index.ts';
import { TAKEN_BACK } from '#server/features/texts/index.ts';
import { publishAsk } from '../publish-ask.ts';
import { lockOwnAsk } from './lock-own-ask.ts';
import { tooLate } from './too-late.ts';

/** How long the answer waits for texts whose sending has begun, so that it can say how many had left. */
const SETTLE_MS = 3_000;
const LOOK_EVERY_MS = 100;

interface Taken {
  choice: string;
  mood: Mood;
  chosenAt: Date | null;
  friends: string[];
  /** Whether a worker had begun with the texts. */
  hasBegun: boolean;
  /** An earlier choice of the ask. */
  stands: Undone['stands'];
}

/**
 * Takes back a person's newest choice of their ask, as long as its texts are held or some of them wait. The former mood comes
 * back with a later time, unless another was chosen since. Without another choice the ask is closed as undone.
 * @throws {ProductError} not_found; too_late when every text has left
 */
export async function undoChoice(context: Context, uid: string, ask: string): Promise<Undone> {
  const { pool, live, outbox, push } = context;
  const taken = await inTransaction(pool, (db) => takeBack(context, db, uid, ask));
  if (taken.chosenAt)
    live.publish([uid, ...taken.friends], { type: 'mood', uid, mood: taken.mood, chosenAt: taken.chosenAt.getTime() });
  publishAsk(context, ask);
  push.wake();
  const { mood, stands } = taken;
  if (!taken.hasBegun) return { mood, stands, asked: 0, left: 0 };
  outbox.wake();
  return { mood, stands, ...(await countLeft(pool, taken.choice)) };
}

/** Locks the person before the ask, as a choice does, and the cause last. */
async function takeBack(context: Context, db: pg.ClientBase, uid: string, ask: string): Promise<Taken> {
  const { isHeld, isClosed } = await lockOwnAsk(db, uid, ask);
  const { rows } = await db.query<Choices>({ name: 'choices-to-undo', text: CHOICES, values: [uid, ask] });
  const { newest, mood, latest, former } = rows[0]!;
  if (!newest) throw new ProductError('not_found');
  const { rows: causes } = await db.query<{ hasBegun: boolean }>(
    `select claims > 0 as "hasBegun" from text_causes where priority = 0 and choice = $1 for update`,
    [newest],
  );
  const { rowCount: retries } = await db.query(
    `update texts set status = 'cancelled', last_error = $2, settled_at = now(), next_attempt_at = null
     where status = 'queued' and cause = 'mood' and id between mood_text_id($1, '0') and mood_text_id($1, 'f')`,
    [newest, TAKEN_BACK],
  );
  if (isClosed || !(causes[0] || isHeld || retries)) throw tooLate(context);
  await db.query('update mood_choices set undone_at = now() where id = $1', [newest]);
  await db.query('delete from text_causes where priority = 0 and choice = $1 and claims = 0', [newest]);
  await db.query('delete from push_causes where priority = 0 and choice = $1', [newest]);
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
    choice: newest,
    mood: isShown ? (former ?? FIRST_MOOD) : mood!,
    chosenAt: restored?.chosenAt ?? null,
    friends: restored?.friends ?? [],
    hasBegun: Boolean(causes[0]?.hasBegun || retries),
    stands: after[0]!.stands,
  };
}

interface Choices {
  /** The newest choice of the ask; null when all are undone. */
  newest: string | null;
  /** The newest choice of all, with its mood. */
  latest: string | null;
  mood: Mood | null;
  /** The mood before `newest`. */
  former: Mood | null;
}

/** Only choices that count. */
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

/** Without another choice the ask is over; otherwise it is as before the choice. $3: whether the mood asks for no support now. */
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

/** Counts when the outbox has settled them all. What a gateway holds for longer counts as left. */
async function countLeft(pool: pg.Pool, choice: string): Promise<{ asked: number; left: number }> {
  const until = performance.now() + SETTLE_MS;
  for (;;) {
    const { rows } = await pool.query<{ asked: number; cancelled: number; isOpen: boolean }>(
      `select coalesce(max(cardinality(c.ids)), count(t.id))::int as asked, bool_or(c.id is not null) as "isOpen",
         count(t.id) filter (where t.status in ('cancelled', 'recorded', 'failed'))::int as cancelled
       from (values ($1::uuid)) as undone (choice)
       left join text_causes c on c.priority = 0 and c.choice = undone.choice
       left join texts t
         on t.id between mood_text_id(undone.choice, '0') and mood_text_id(undone.choice, 'f') and t.cause = 'mood'`,
      [choice],
    );
    const { asked, cancelled, isOpen } = rows[0]!;
    if (!isOpen || performance.now() > until) return { asked, left: asked - cancelled };
    await pause(LOOK_EVERY_MS);
  }
}
