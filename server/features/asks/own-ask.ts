import type pg from 'pg';
import type { OwnAsk } from '#contract/asks.ts';
import { IS_CLOSED, OVERDUE_AT } from './ask-of-choice.ts';
import { IS_ASKED } from './friends-asks.ts';

/** How long a closed ask is shown to the person and to the friends. */
export const CLOSED_SHOWN = `interval '24 hours'`;

const ASK = `
  select a.id, a.uid, a.level, a.asked_at as "askedAt", a.called_at as "calledAt", a.worse_at as "worseAt", a.opens_at as "opensAt",
    a.still_at as "stillAt", a.again_at as "againAt", a.chosen, a.help, a.note, a.version,
    case when ${IS_CLOSED} then coalesce(closed_at, ${OVERDUE_AT}) end as "closedAt",
    coalesce(closed_how, case when eased_at + interval '2 hours' <= now() then 'quiet' else 'expired' end) as "closedHow"
  from asks a
  where a.uid = $1 and (closed_at is null or closed_at > now() - ${CLOSED_SHOWN}) and closed_how is distinct from 'undone'
  order by (closed_at is null) desc, called_at desc limit 1`;

/** Those who cannot now and those who only looked are not among them. */
const ANSWERS = `
  select f.id as uid, f.firstname, f.lastname, n.answer, n.answered_at as "answeredAt", n.later_at as "laterAt",
    n.handed_over_at as "handedOverAt"
  from ask_answers n join users f on f.id = n.friend join connections c on c.owner = $2 and c.other = n.friend
  where n.ask = $1 and n.answer in ('yes', 'later')
  order by n.answered_at, f.id`;

/** Each friend counts once, by the newest choice of the ask whose text to them there is. */
const REPORT = `
  with asked as (
    select c.other as uid from asks a join connections c on c.owner = a.uid where a.id = $1 and ${IS_ASKED}
  ), texted as (
    select distinct on (t.recipient) t.recipient as uid, t.status, t.delivery
    from mood_choices m join texts t on t.id between mood_text_id(m.id, '0') and mood_text_id(m.id, 'f')
    where m.ask = $1 and m.uid = $2 and m.undone_at is null
    order by t.recipient, m.chosen_at desc
  ), waiting as (
    select unnest(t.ids) as uid from mood_choices m join text_causes t on t.priority = 0 and t.choice = m.id
    where m.ask = $1 and m.uid = $2 and m.undone_at is null
  )
  select count(*)::int as asked,
    count(*) filter (where t.status = 'sent')::int as handed,
    count(*) filter (where t.delivery = 'delivered')::int as arrived,
    count(*) filter (where t.status in ('queued', 'sending') or (t.status is null and w.uid is not null))::int as trying,
    count(*) filter (
      where (f.shows_seen or n.answer in ('yes', 'later')) and (n.seen_at is not null or n.answered_at is not null)
    )::int as seen,
    coalesce(jsonb_agg(jsonb_build_object('uid', f.id, 'firstname', f.firstname) order by f.firstname, f.id)
      filter (where t.status = 'failed' or t.delivery = 'undelivered'), '[]') as lost
  from asked join users f on f.id = asked.uid
  left join texted t on t.uid = asked.uid
  left join (select distinct uid from waiting) w on w.uid = asked.uid
  left join ask_answers n on n.ask = $1 and n.friend = asked.uid`;

/** A person's ask that is not closed, or was closed within a day; null when there is none. Three statements at most. */
export async function getOwnAsk(pool: pg.Pool, uid: string): Promise<OwnAsk | null> {
  const { rows } = await pool.query({ name: 'own-ask', text: ASK, values: [uid] });
  const ask = rows[0];
  if (!ask) return null;
  const [answers, reports] = await Promise.all([
    pool.query({ name: 'own-ask-answers', text: ANSWERS, values: [ask.id, uid] }),
    pool.query({ name: 'own-ask-report', text: REPORT, values: [ask.id, uid] }),
  ]);
  const report = reports.rows[0]!;
  return {
    id: ask.id,
    level: ask.level,
    askedAt: ask.askedAt.getTime(),
    calledAt: ask.calledAt.getTime(),
    worseAt: ask.worseAt?.getTime() ?? null,
    opensAt: ask.opensAt.getTime(),
    stillAt: ask.stillAt?.getTime() ?? null,
    againAt: ask.againAt?.getTime() ?? null,
    chosen: ask.chosen,
    help: ask.help,
    note: ask.note,
    closed: ask.closedAt && { at: ask.closedAt.getTime(), how: ask.closedHow },
    answers: answers.rows.map(({ answeredAt, laterAt, handedOverAt, ...answer }) => ({
      ...answer,
      answeredAt: answeredAt.getTime(),
      laterAt: laterAt?.getTime() ?? null,
      handedOverAt: handedOverAt?.getTime() ?? null,
    })),
    report: { ...report, appOnly: report.asked - report.handed - report.trying - report.lost.length },
    version: ask.version,
  };
}
