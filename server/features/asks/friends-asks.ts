import type pg from 'pg';
import type { FriendAsk } from '#contract/asks.ts';
import { IS_CLOSED, OVERDUE_AT } from './ask-of-choice.ts';

/**
 * Who is asked, of the connections `c` of the person of ask `a`: connected before it opened or before its newest choice, which
 * texts them too; chosen, if some were, and not one from whom the mood is hidden. A connection from the future was made before the clock was set back.
 */
export const IS_ASKED_IF_SHOWN = `
  (c.connected_at < greatest(a.opens_at, a.called_at) + interval '1 millisecond' or c.connected_at > now())
  and (a.chosen is null or c.other = any(a.chosen))`;
/**
 * An ask that hiding has ended for a friend stays ended, until a further choice, or a call that is shown again: these are a new
 * ask to the friend (renew-ask.ts). What was closed stays as it was at its closing, whatever is hidden later.
 */
export const IS_HIDDEN = `
  case when a.hidden_from is not null then c.other = any(a.hidden_from)
    else c.hides_mood or coalesce(c.ask_ended_at > greatest(a.called_at, c.ask_shown_at), false) end`;
export const IS_ASKED = `${IS_ASKED_IF_SHOWN} and not ${IS_HIDDEN}`;

/** An ask that friends can see: open, or closed within a day and told of. */
const IS_SHOWN = `
  a.opens_at <= now() and (a.closed_at is null or (a.closed_how = 'ok' and a.thanks is not null
    and a.closed_at > now() - interval '24 hours'))`;

/** A friend from whom the mood was hidden since reads that the ask has ended, so the others must not rely on that friend. */
const STANDS = `
  n.handed_over_at is null
  and exists (select from connections h where h.owner = a.uid and h.other = n.friend and not h.hides_mood)`;
/** An answer `n` to ask `a` by a friend who will reach out. */
export const IS_ON_IT = `n.answer = 'yes' and ${STANDS}`;
/** The same, or a friend who will later. */
export const HAS_PROMISED = `n.answer in ('yes', 'later') and ${STANDS}`;

/** The condition: the friend of connection `c` has muted its owner. Then there is no card, and the report counts the friend as before. */
export const IS_MUTED = `
  exists (select from connections k where k.owner = c.other and k.other = c.owner and k.muted_until > now())`;

/** What was before a call was shown to the reader again belongs, to them, to an ask that has ended. */
const IF_SINCE_SHOWN = (time: string) => `case when ${time} < c.ask_shown_at then null else ${time} end`;

/** A call that was hidden from the reader and is shown again has the time that the mood has for them. */
const CALLED_AT = `
  case when a.eased_at is null then greatest(a.called_at, (
    select k.mood_shown_since from connections k where k.owner = $1 and k.other = a.uid and k.mood_shown_since < coalesce(a.closed_at, 'infinity')
  )) else a.called_at end`;

/** A hand-over ends the answer `mine`; its time stays. */
export const OWN_ANSWER = 'case when mine.handed_over_at is null then mine.answer end';

/** `mine` is the answer of the reader; the others are counted, and named only where the reader may know of them. */
const ASKS = `
  select a.id, a.uid, a.level, ${CALLED_AT} as "calledAt", ${IF_SINCE_SHOWN('a.worse_at')} as "worseAt",
    ${IF_SINCE_SHOWN('a.again_at')} as "againAt", a.help, a.note,
    a.version - a.unshown as version, ${OWN_ANSWER} as answer, mine.answered_at as "answeredAt", mine.later_at as "laterAt",
    coalesce(mine.reached_at >= mine.answered_at, false) as "hasReached", coalesce(mine.show_name, false) as "showName",
    others."onIt", others.names, case
      when others."onIt" = 0 and mine.answer is distinct from 'no'
        and (mine.answer is distinct from 'yes' or mine.handed_over_at is not null)
      then ${IF_SINCE_SHOWN('others."handedOverAt"')}
    end as "handedOverAt",
    case when ${IS_CLOSED} then coalesce(a.closed_at, ${OVERDUE_AT}) end as "closedAt",
    coalesce($1 = any(a.thanks), false) as "isThanked"
  from connections c
  join asks a on a.uid = c.owner
  left join ask_answers mine on mine.ask = a.id and mine.friend = $1
  cross join lateral (
    select count(*) filter (where ${IS_ON_IT})::int as "onIt",
      coalesce(array_agg(coalesce(nullif(f.firstname, ''), f.lastname) order by n.answered_at) filter (
        where ${IS_ON_IT}
          and (n.show_name or exists (select from connections k where k.owner = $1 and k.other = n.friend))
      ), '{}') as names,
      max(n.handed_over_at) as "handedOverAt"
    from ask_answers n join users f on f.id = n.friend
    where n.ask = a.id and n.friend <> $1
  ) others
  where c.other = $1 and ${IS_SHOWN} and ${IS_ASKED} and not ${IS_MUTED}
    and (a.closed_at is not null or ${OVERDUE_AT} is null or ${OVERDUE_AT} > now())
  order by (a.closed_at is not null), a.level, a.called_at desc`;

/** The asks of a person's friends for which they are asked, Dark first. One statement. */
export async function getFriendsAsks(pool: pg.Pool, uid: string): Promise<FriendAsk[]> {
  const { rows } = await pool.query({ name: 'friends-asks', text: ASKS, values: [uid] });
  return rows.map(({ calledAt, worseAt, againAt, answeredAt, laterAt, handedOverAt, closedAt, isThanked, ...ask }) => ({
    ...ask,
    calledAt: calledAt.getTime(),
    worseAt: worseAt?.getTime() ?? null,
    againAt: againAt?.getTime() ?? null,
    answeredAt: answeredAt?.getTime() ?? null,
    laterAt: laterAt?.getTime() ?? null,
    handedOverAt: handedOverAt?.getTime() ?? null,
    closed: closedAt && { at: closedAt.getTime(), thanked: isThanked },
  }));
}
