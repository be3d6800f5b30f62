import type pg from 'pg';
import type { Forgotten } from '#contract/account/history.ts';
import type { Context } from '#server/context.ts';
import { inBackgroundTransaction } from '#server/database/background-transaction.ts';
import { closeOverdue } from '#server/features/asks/index.ts';

/** Choices, and among them choices of Dark and Purple, in one transaction. Each of the latter has a text for every friend. */
const STEP = 2_000;
const SUPPORT_CALLS_IN_A_STEP = 20;
/** Ten thousand choices take less. Then the caller calls again. */
const TIME_MS = 5_000;
/** The answer says that it is done, so it must survive a power cut. */
const DURABLE = ['synchronous_commit = on'];

interface Limits {
  until: string;
  held: string;
}

interface Step {
  gone: number;
  lastAt: string | null;
  lastId: string | null;
}

/** Forgets moods before a time (ms since 1970) and their texts, but not what holds, is being sent or may be undone. */
export async function forgetMoods(
  { pool }: Pick<Context, 'pool'>,
  uid: string,
  before: number,
  timeMs = TIME_MS,
): Promise<Forgotten> {
  await closeOverdue(pool, uid);
  const { rows } = await pool.query<Limits>(LIMITS, [uid, before]);
  if (!rows[0]) return { forgotten: 0, kept: 0, isDone: true };
  const { until, held } = rows[0];
  const end = performance.now() + timeMs;
  let place: [at: string, id: string] = ['-infinity', '00000000-0000-0000-0000-000000000000'];
  let forgotten = 0;
  for (;;) {
    const step = await forgetStep(pool, [uid, until, held, ...place]);
    forgotten += step.gone;
    if (step.lastAt === null) break;
    if (performance.now() > end) return { forgotten, kept: 0, isDone: false };
    place = [step.lastAt, step.lastId!];
  }
  await pool.query(FORGET_ASKS, [uid, until]);
  const { rows: left } = await pool.query<{ kept: number }>(COUNT_KEPT, [uid, before, held]);
  return { forgotten, kept: left[0]!.kept, isDone: true };
}

function forgetStep(pool: pg.Pool, values: string[]): Promise<Step> {
  return inBackgroundTransaction(pool, async (db) => (await db.query<Step>(FORGET, values)).rows[0]!, DURABLE);
}

const ASK_IS_NEEDED = `(closed_at is null or closed_at > now() - interval '1 day')`;

const LIMITS = `
  select held.id as held, least(
    to_timestamp($2::float8 / 1000),
    (
      select min(coalesce(former.chosen_at, a.asked_at))
      from asks a left join lateral (
        select chosen_at from mood_choices
        where uid = $1 and undone_at is null and chosen_at < a.asked_at order by chosen_at desc, id desc limit 1
      ) former on true
      where a.uid = $1 and ${ASK_IS_NEEDED}
    )
  )::text as until
  from (
    select id from mood_choices where uid = $1 and undone_at is null order by chosen_at desc, id desc limit 1
  ) held`;

/** Goes on after the place ($4, $5), because choices that stay would otherwise fill the step. */
const FORGET = `
  with step as materialized (
    select id, mood, chosen_at, count(*) filter (where mood in ('Purple', 'Dark')) over (order by chosen_at, id) as calls
    from (
      select id, mood, chosen_at from mood_choices
      where uid = $1 and chosen_at < $2::timestamptz and (chosen_at, id) > ($4::timestamptz, $5::uuid)
      order by chosen_at, id limit ${STEP}
    ) m
  ), old as materialized (
    select id, mood, chosen_at from step where calls <= ${SUPPORT_CALLS_IN_A_STEP}
  ), gone as materialized (
    select id, mood from old
    where id <> $3
      and not exists (select from texts t where t.cause_id = old.id and t.status in ('queued', 'sending'))
      and not exists (select from causes c where c.priority = 0 and c.choice = old.id)
  ), texted as (
    delete from texts t using gone where t.cause_id = gone.id
  ), forgotten as (
    delete from mood_choices m using gone where m.id = gone.id
  )
  select (select count(*)::int from gone) as gone, last.chosen_at::text as "lastAt", last.id as "lastId"
  from (values (1)) one left join (select chosen_at, id from old order by chosen_at desc, id desc limit 1) last on true`;

const FORGET_ASKS = `delete from asks where uid = $1 and called_at < $2::timestamptz and not ${ASK_IS_NEEDED}`;

const COUNT_KEPT = `
  select count(*)::int as kept from mood_choices
  where uid = $1 and undone_at is null and chosen_at < to_timestamp($2::float8 / 1000) and id <> $3`;
