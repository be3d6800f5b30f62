import type { Reach } from '#contract/asks.ts';
import type { Context } from '#server/context.ts';
import { IS_CLOSED } from './ask-of-choice.ts';

/**
 * Whom a choice of Purple or Dark would reach: the friends whom the person asks, and the phones among them. Whom to ask is
 * as in `ASK_OF_CHOICE`: the unclosed ask has a list of its own, and a list of which no friend is left counts as none. What
 * the person hides from a friend asks nothing of that friend. A list is named, so that one that somebody else set on the phone is
 * seen before it is needed. It counts what friends' profiles show anyway, so it tells
 * nothing of what friends have set for themselves.
 */
const REACH = `
  select count(*)::int as friends, count(distinct case when $2 then f.text_number end)::int as texts,
    case when bool_or(list.these is not null) then array_agg(f.name order by f.name, c.other) end as only,
    coalesce(bool_or(a.id is null), false) as "isSetting"
  from users u
  left join asks a on a.uid = u.id and not ${IS_CLOSED}
  cross join lateral (
    select array_agg(k.other) as these from connections k
    where k.owner = u.id and k.other = any(case when a.id is null then u.asks_these else a.chosen end)
  ) list
  join connections c on c.owner = u.id
  cross join lateral (select text_number, coalesce(nullif(firstname, ''), lastname) as name from users where id = c.other offset 0) f
  where u.id = $1 and not c.hides_mood and (list.these is null or c.other = any(list.these))`;

/** One statement. Without a gateway nobody is texted. */
export async function getReach({ pool, outbox }: Pick<Context, 'pool' | 'outbox'>, uid: string): Promise<Reach> {
  const textsOn = outbox.statusFor('general').status === 'queued';
  const { rows } = await pool.query<Reach>({ name: 'reach', text: REACH, values: [uid, textsOn] });
  return rows[0]!;
}
