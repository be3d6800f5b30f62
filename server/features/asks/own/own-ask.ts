import type { OwnAsk } from '#contract/asks.ts';
import { IS_CLOSED, OVERDUE_AT } from '../ask-of-choice.ts';
import type { AskServices } from '../ask-services.ts';
import { ASK_REPORT } from './ask-report.ts';

/** How long a closed ask is shown to the person and to the friends. */
const CLOSED_SHOWN = `interval '24 hours'`;

type Parts = Pick<AskServices, 'pool' | 'outbox'>;

const inMs = (time: string) => `trunc(1000 * extract(epoch from ${time}))::float8`;

/** Those who cannot now and those who only looked are not among them. */
const ANSWERS = `
  select coalesce(jsonb_agg(jsonb_build_object(
    'uid', f.id, 'firstname', f.firstname, 'lastname', f.lastname, 'answer', n.answer,
    'answeredAt', ${inMs('n.answered_at')}, 'laterAt', ${inMs('n.later_at')}, 'handedOverAt', ${inMs('n.handed_over_at')}
  ) order by n.answered_at, f.id), '[]') as list
  from ask_answers n join users f on f.id = n.friend join connections c on c.owner = a.uid and c.other = n.friend
  where n.ask = a.id and n.answer in ('yes', 'later')`;

/** The newest choice with texts that wait: until when they are held, and its id while their recipients are not worked out. */
const WAITING = `
  select case when t.ids is null then m.id end as id, t.opens_at
  from mood_choices m join text_causes t on t.priority = 0 and t.choice = m.id
  where m.uid = a.uid and m.ask = a.id and m.chosen_at >= a.asked_at and m.undone_at is null
  order by m.chosen_at desc limit 1`;

/** The one ask is found first: a person may have closed hundreds within a day, and each report reads all their friends. */
const OWN_ASK = (uid: string) => `
  select a.id, a.level, ${inMs('a.asked_at')} as "askedAt", ${inMs('a.called_at')} as "calledAt", ${inMs('a.worse_at')} as "worseAt",
    ${inMs('a.opens_at')} as "opensAt", ${inMs('greatest(a.opens_at, waiting.opens_at)')} as "textsAt",
    ${inMs('a.still_at')} as "stillAt", ${inMs('a.again_at')} as "againAt", a.chosen, a.version,
    case when not ${IS_CLOSED} then a.help end as help, case when not ${IS_CLOSED} then a.note end as note,
    case when ${IS_CLOSED} then jsonb_build_object(
      'at', ${inMs(`coalesce(closed_at, ${OVERDUE_AT})`)},
      'how', coalesce(closed_how, case when eased_at + interval '2 hours' <= now() then 'quiet' else 'expired' end)
    ) end as closed,
    answers.list as answers, report.*, case when report."withoutText" <> '{}' then waiting.id end as unmade
  from (
    select * from asks where uid = ${uid} and closed_how is distinct from 'undone'
      and coalesce(closed_at, ${OVERDUE_AT}, 'infinity') > now() - ${CLOSED_SHOWN}
    order by (closed_at is null) desc, called_at desc, closed_at desc limit 1
  ) a
  left join lateral (${WAITING}) waiting on true
  cross join lateral (${ANSWERS}) answers
  cross join lateral (${ASK_REPORT}) report`;

const BY_PERSON = OWN_ASK('$1');
const BY_ASK = OWN_ASK('(select uid from asks where id = $1)');

/** A person's ask that is not closed, or was closed within a day; null when there is none. Three statements at most. */
export async function getOwnAsk(parts: Parts, uid: string): Promise<OwnAsk | null> {
  const { rows } = await parts.pool.query<Row>({ name: 'own-ask', text: BY_PERSON, values: [uid] });
  return rows[0] ? view(parts, rows[0]) : null;
}

/** The same for the person of an ask. */
export async function getOwnAskOf(parts: Parts, ask: string): Promise<OwnAsk | null> {
  const { rows } = await parts.pool.query<Row>({ name: 'own-ask-of', text: BY_ASK, values: [ask] });
  return rows[0] ? view(parts, rows[0]) : null;
}

type Report = OwnAsk['report'];

interface Row extends Omit<OwnAsk, 'report'>, Omit<Report, 'appOnly'> {
  /** Asked friends for whom no text is known. */
  withoutText: string[];
  unmade: string | null;
}

/** Before the outbox has worked out who is texted, it is asked who would be. */
async function view({ pool, outbox }: Parts, row: Row): Promise<OwnAsk> {
  const { asked, handed, arrived, lost, seen, withoutText, unmade, trying: tried, ...ask } = row;
  const expected = unmade ? new Set(await outbox.expectRecipients(pool, unmade)) : new Set();
  const trying = tried + withoutText.filter((uid) => expected.has(uid)).length;
  const appOnly = asked - handed - trying - lost.length;
  return { ...ask, report: { asked, handed, arrived, lost, trying, appOnly, seen } };
}
