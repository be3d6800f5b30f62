import type pg from 'pg';

/** How long the first of something took after a call for support had opened, in seconds; null for none. */
interface Step {
  calls: number;
  medianSeconds: number | null;
}

interface Queue {
  waiting: number;
  oldestSeconds: number | null;
}

/** The last 24 hours of an installation, in numbers. */
export interface Status {
  people: number;
  /** Calls for support that were not taken back. */
  calls: number;
  steps: Record<'texted' | 'pushed' | 'seen' | 'answered', Step>;
  queues: Record<'supportTexts' | 'otherTexts' | 'pushes', Queue>;
  lastTextAt: Date | null;
  lastPushAt: Date | null;
  /** Texts that have failed, and texts and pushes that wait after a failed try. The reason holds no number and no words. */
  failures: { kind: string; reason: string; isOver: boolean; count: number }[];
  openReports: number;
}

const DAY_AGO = `now() - interval '1 day'`;

const step = (column: string) => `jsonb_build_object(
  'calls', count(${column}),
  'medianSeconds', percentile_cont(0.5) within group (order by extract(epoch from ${column} - opens_at))
) as ${column}`;

const STEPS = `
  select count(*) as calls, ${step('texted')}, ${step('pushed')}, ${step('seen')}, ${step('answered')}
  from asks a, lateral (
    select
      (select min(t.settled_at) from mood_choices m join texts t on t.cause_id = m.id
       where m.uid = a.uid and m.chosen_at >= a.asked_at and m.ask = a.id and t.status = 'sent') as texted,
      (select min(shown_at) from pushes where author = a.uid and cause = 'mood' and shown_at >= a.opens_at) as pushed,
      (select min(seen_at) from ask_recipients where ask = a.id) as seen,
      (select min(answered_at) from ask_recipients where ask = a.id and answer in ('yes', 'later')) as answered
  ) first
  where a.called_at > ${DAY_AGO} and a.opens_at <= now() and a.closed_how is distinct from 'undone'`;

const queue = (isOne: string, dueAt: string, name: string) => `jsonb_build_object(
  'waiting', count(*) filter (where ${isOne}),
  'oldestSeconds', extract(epoch from now() - min(${dueAt}) filter (where ${isOne}))
) as "${name}"`;

const TEXTS_WAITING = `
  select ${queue(`cause in ('mood', 'again')`, 'created_at', 'supportTexts')},
    ${queue(`cause not in ('mood', 'again')`, 'created_at', 'otherTexts')}
  from texts where status in ('queued', 'sending')`;

/** After a failed try the time of the next one is ahead, so the age is that of what it tells. */
const PUSHES = `
  select ${queue('due_at <= now() or due_at is not null and attempts > 0', 'case when attempts > 0 then reason_at else due_at end', 'pushes')},
    max(shown_at) as "lastPushAt"
  from pushes`;

const FAILURES = `
  select kind, coalesce(last_error, 'unknown') as reason, status = 'failed' as "isOver", count(*) as count
  from texts
  where status = 'failed' and created_at > ${DAY_AGO} or status in ('queued', 'sending') and attempts > 0 and last_error is not null
  group by 1, 2, 3
  union all
  select 'push', 'no success at ' || service, false, count(*) from pushes where due_at is not null and attempts > 0 group by service
  order by 4 desc, 2 limit 10`;

const REST = `
  select (select count(*) from users) as people, (select count(*) from reports where done_at is null) as "openReports",
    (select max(settled_at) from texts where status = 'sent') as "lastTextAt"`;

/** @param pool the one for long work: it reads all texts that are kept */
export async function readStatus(pool: Pick<pg.Pool, 'query'>): Promise<Status> {
  const one = async (text: string) => (await pool.query(text)).rows[0];
  const { calls, ...steps } = await one(STEPS);
  const { lastPushAt, pushes } = await one(PUSHES);
  return {
    ...(await one(REST)),
    ...{ calls, steps, queues: { ...(await one(TEXTS_WAITING)), pushes } },
    ...{ lastPushAt, failures: (await pool.query(FAILURES)).rows },
  };
}
