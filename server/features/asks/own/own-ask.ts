import type { OwnAsk } from '#contract/asks.ts';
import type { Context } from '#server/context.ts';
import { inMs } from '#server/database/in-ms.ts';
import { ASK_REPORT } from './ask-report.ts';

/** Those who cannot now, and those who only looked, are not among them. */
const ANSWERS = `
  select coalesce(jsonb_agg(jsonb_build_object(
    'uid', f.id, 'firstname', f.firstname, 'lastname', f.lastname, 'answer', n.answer,
    'answeredAt', ${inMs('n.answered_at')}, 'laterAt', ${inMs('n.later_at')}, 'handedOverAt', ${inMs('n.handed_over_at')}
  ) order by n.answered_at, f.id), '[]') as list
  from ask_recipients n join users f on f.id = n.friend
  where n.ask = a.id and n.withdrawn_at is null and n.answer in ('yes', 'later')`;

/** The newest choice of which friends are still to be told, and until when its texts are held. */
const WAITING = `
  select m.id, not m.texts_limited as has_texts, case when not m.texts_limited then c.opens_at end as opens_at
  from mood_choices m join causes c on c.priority = 0 and c.cause = 'mood' and c.choice = m.id
  where m.uid = a.uid and m.ask = a.id and m.chosen_at >= a.asked_at and m.undone_at is null
  order by m.chosen_at desc limit 1`;

/** Finds the one ask first: a person may have closed hundreds within a day, and each report reads all their friends. */
const OWN_ASK = `
  select a.id, a.level, ${inMs('a.asked_at')} as "askedAt", ${inMs('a.called_at')} as "calledAt", ${inMs('a.worse_at')} as "worseAt",
    ${inMs('a.opens_at')} as "opensAt", ${inMs('greatest(a.opens_at, waiting.opens_at)')} as "textsAt",
    ${inMs('a.still_at')} as "stillAt", ${inMs('a.again_at')} as "againAt",
    a.helpers_wanted as "helpersWanted", a.version,
    case when waiting.id is not null then chosen_friends(a.uid, a.chosen) when a.chosen is not null then array(
      select l.uid from unnest(a.chosen) with ordinality l (uid, n)
      where exists (select from connections k where k.owner = a.uid and k.other = l.uid) order by l.n
    ) end as chosen,
    case when not is_closed(a) then a.help end as help, case when not is_closed(a) then a.note end as note,
    case when is_closed(a) then jsonb_build_object(
      'at', ${inMs(`coalesce(closed_at, overdue_at(a))`)},
      'how', coalesce(closed_how, case when eased_at + interval '2 hours' <= now() then 'quiet' else 'expired' end)
    ) end as closed,
    answers.list as answers, to_jsonb(report) as report
  from (
    select id from asks a where uid = $1 and closed_how is distinct from 'undone'
      and coalesce(closed_at, overdue_at(a), 'infinity') > now() - interval '24 hours'
    order by (closed_at is null) desc, called_at desc, closed_at desc limit 1
  ) newest join asks a using (id)
  left join lateral (${WAITING}) waiting on true
  cross join lateral (${ANSWERS}) answers
  ${ASK_REPORT}`;

/** A person's ask that is not closed, or was closed within a day; null when there is none. */
export async function getOwnAsk(
  { mailer, pool, outbox }: Pick<Context, 'mailer' | 'pool' | 'outbox'>,
  uid: string,
): Promise<OwnAsk | null> {
  const values = [uid, outbox.canSend, outbox.needsProof, mailer.isSet];
  const { rows } = await pool.query<OwnAsk>({ name: 'own-ask', text: OWN_ASK, values });
  return rows[0] ?? null;
}
