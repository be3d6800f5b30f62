import type pg from 'pg';
import type { FriendAsk } from '#contract/asks.ts';
import { inMs } from '#server/database/in-ms.ts';
import { isBlocked } from '#server/features/circle/index.ts';
import { IS_ASKED, IS_MUTED, IS_ON_IT, OWN_ANSWER } from './recipient-conditions.ts';

/** Open, or of the last ten that were closed within a day and told of. From the friends, who may have closed thousands. */
const SHOWN = `
  select * from asks where uid = c.other and opens_at <= now() and closed_at is null and not is_closed(asks)
  union all (
    select * from asks
    where uid = c.other and opens_at <= now() and thanks is not null and closed_how = 'ok'
      and closed_at > now() - interval '24 hours'
    order by called_at desc limit 10
  )`;

/** SQL: a time, or null before the friend was asked: it would tell that others were asked earlier. */
const IF_SINCE_ASKED = (time: string) => inMs(`case when ${time} >= mine.asked_at then ${time} end`);

/** Of each friend there is the open ask and the one that was closed last: a script closes hundreds a day. */
const ASKS = `
  with mine as (
    select distinct on (a.uid, a.closed_at is not null) n.*
    from connections c cross join lateral (${SHOWN}) a
    join ask_recipients n on n.ask = a.id and n.friend = c.owner
    where c.owner = $1 and ${IS_ASKED} and not ${IS_MUTED}
    order by a.uid, (a.closed_at is not null), a.closed_at desc
  )
  select mine.id, a.uid, a.level, ${inMs('a.called_at')} as "calledAt", ${IF_SINCE_ASKED('a.worse_at')} as "worseAt",
    ${IF_SINCE_ASKED('a.again_at')} as "againAt", a.help, a.note,
    a.helpers_wanted as "helpersWanted", a.closed_at is null and a.eased_at is null and exists (
      select from plan_friends f where f.owner = a.uid and f.friend = $1 and f.role = 'reader'
    ) as "hasPlan",
    ${OWN_ANSWER} as answer, ${inMs('mine.answered_at')} as "answeredAt", ${inMs('mine.later_at')} as "laterAt",
    coalesce(mine.reached_at >= mine.answered_at, false) as "hasReached", mine.show_name as "showName",
    others."onIt", others.names, case
      when others."onIt" = 0 and mine.answer is distinct from 'no'
        and (mine.answer is distinct from 'yes' or mine.handed_over_at is not null)
      then others."handedOverAt"
    end as "handedOverAt",
    case when a.closed_at is not null then
      jsonb_build_object('at', ${inMs('a.closed_at')}, 'thanked', coalesce($1 = any(a.thanks), false)) end as closed
  from mine join asks a on a.id = mine.ask
  cross join lateral (
    select count(*) filter (where ${IS_ON_IT})::int as "onIt",
      coalesce(array_agg(coalesce(nullif(f.firstname, ''), f.lastname) order by n.answered_at) filter (
        where ${IS_ON_IT}
          and (n.show_name and not ${isBlocked('$1', 'n.friend')}
            or exists (select from connections k where k.owner = $1 and k.other = n.friend))
      ), '{}') as names,
      ${inMs('max(n.handed_over_at)')} as "handedOverAt"
    from ask_recipients n join users f on f.id = n.friend
    where n.ask = a.id and n.friend <> $1 and n.answered_at >= mine.asked_at
  ) others
  order by (a.closed_at is not null), a.level, a.called_at desc`;

/** The asks of a person's friends for which they are asked, Dark first. */
export async function getFriendsAsks(pool: pg.Pool, uid: string): Promise<FriendAsk[]> {
  return (await pool.query<FriendAsk>({ name: 'friends-asks', text: ASKS, values: [uid] })).rows;
}
