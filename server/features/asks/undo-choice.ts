import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Undone } from '#contract/asks.ts';
import { ProductError } from '#contract/errors.ts';
import { FIRST_MOOD, type Mood } from '#contract/moods.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { closeAnswerPushes } from '#server/features/push/index.ts';
import { TAKEN_BACK } from '#server/features/texts/index.ts';
import { publishAsk } from './publish-ask.ts';

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
}

/**
 * Takes back a person's newest choice of their ask, as long as its texts are held or some of them wait. The former mood comes
 * back with a later time, unless another was chosen since. Without another choice the ask is closed as undone.
 * @throws {ProductError} not_found; too_late when every text has left
 */
export async function undoChoice(context: Context, uid: string, ask: string): Promise<Undone> {
  const { pool, live, outbox, push } = context;
  const taken = await inTransaction(pool, (db) => takeBack(db, uid, ask));
  if (taken.chosenAt)
    live.publish([uid, ...taken.friends], { type: 'mood', uid, mood: taken.mood, chosenAt: taken.chosenAt.getTime() });
  publishAsk(context, ask);
  push.wake();
  if (!taken.hasBegun) return { mood: taken.mood, asked: 0, left: 0 };
  outbox.wake();
  return { mood: taken.mood, ...(await countLeft(pool, taken.choice)) };
}

/** Locks the person before the ask, as a choice does, and the cause last. */
async function takeBack(db: pg.ClientBase, uid: string, ask: string): Promise<Taken> {
  const { rows: people } = await db.query<{ chosenAt: Date }>(
    'select mood_chosen_at as "chosenAt" from users where id = $1 for no key update',
    [uid],
  );
  const { rows: choices } = await db.query<{ id: string; mood: Mood; chosenAt: Date; ask: string | null }>(
    `select id, mood, chosen_at as "chosenAt", ask from mood_choices
     where uid = $1 and undone_at is null order by chosen_at desc, id desc limit 20`,
    [uid],
  );
  const newest = choices.find((choice) => choice.ask === ask);
  const { rows: asks } = await db.query<{ isHeld: boolean; isClosed: boolean }>(
    `select opens_at > now() as "isHeld", closed_at is not null as "isClosed" from asks where id = $1 and uid = $2 for update`,
    [ask, uid],
  );
  if (!people[0] || !asks[0] || !newest) throw new ProductError('not_found');
  const { rows: causes } = await db.query<{ hasBegun: boolean }>(
    `select claims > 0 as "hasBegun" from text_causes where priority = 0 and choice = $1 for update`,
    [newest.id],
  );
  const { rowCount: retries } = await db.query(
    `update texts set status = 'cancelled', last_error = $2, settled_at = now(), next_attempt_at = null
     where status = 'queued' and id between mood_text_id($1, '0') and mood_text_id($1, 'f')`,
    [newest.id, TAKEN_BACK],
  );
  if (asks[0].isClosed || !(causes[0] || asks[0].isHeld || retries)) throw new ProductError('too_late');
  await db.query('update mood_choices set undone_at = now() where id = $1', [newest.id]);
  await db.query('delete from text_causes where priority = 0 and choice = $1 and claims = 0', [newest.id]);
  await db.query('delete from push_causes where priority = 0 and choice = $1', [newest.id]);
  await db.query(
    `update pushes set version = version + 1, due_at = coalesce(due_at, now()) where author = $1 and cause = 'mood' and reason = $2`,
    [uid, newest.id],
  );
  await closeOrReturn(db, ask, choices.find((choice) => choice.ask === ask && choice !== newest)?.mood);
  await closeAnswerPushes(db, ask);
  const former = choices.filter((choice) => choice !== newest)[0]?.mood ?? FIRST_MOOD;
  const isShown = people[0].chosenAt.getTime() === newest.chosenAt.getTime();
  const restored = isShown ? await restore(db, uid, former) : undefined;
  return {
    choice: newest.id,
    mood: isShown ? former : choices[0]!.mood,
    chosenAt: restored?.chosenAt ?? null,
    friends: restored?.friends ?? [],
    hasBegun: Boolean(causes[0]?.hasBegun || retries),
  };
}

/** Without another choice the ask is over; otherwise it has the level of the choice before. */
async function closeOrReturn(db: pg.ClientBase, ask: string, level: Mood | undefined): Promise<void> {
  await db.query(
    level
      ? `update asks set level = $2, version = version + 1, worse_at = case when $2 = 'Purple' then null else worse_at end
         where id = $1`
      : `update asks set closed_at = now(), closed_how = 'undone', help = null, note = null, version = version + 1
         where id = $1 and $2::text is null`,
    [ask, level ?? null],
  );
}

async function restore(db: pg.ClientBase, uid: string, mood: Mood): Promise<{ chosenAt: Date; friends: string[] }> {
  const { rows } = await db.query<{ chosenAt: Date; friends: string[] | null }>(
    `update users
     set mood = $2,
         mood_chosen_at = date_trunc('milliseconds', greatest(clock_timestamp(), mood_chosen_at + interval '1 millisecond'))
     where id = $1
     returning mood_chosen_at as "chosenAt", (select array_agg(other) from connections where owner = users.id) as friends`,
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
         count(t.id) filter (where t.status in ('cancelled', 'recorded'))::int as cancelled
       from (values ($1::uuid)) as undone (choice)
       left join text_causes c on c.priority = 0 and c.choice = undone.choice
       left join texts t on t.id between mood_text_id(undone.choice, '0') and mood_text_id(undone.choice, 'f')`,
      [choice],
    );
    const { asked, cancelled, isOpen } = rows[0]!;
    if (!isOpen || performance.now() > until) return { asked, left: asked - cancelled };
    await pause(LOOK_EVERY_MS);
  }
}
