import type { Reach } from '#contract/asks.ts';
import type { Context } from '#server/context.ts';
import { IS_CLOSED } from './ask-of-choice.ts';

/**
 * Whom a choice of Purple or Dark would reach: the friends whom the person asks, and the phones among them. Whom to ask is
 * as in `ASK_OF_CHOICE`: the unclosed ask has a list of its own, and a list of which no friend is left counts as none. What
 * the person hides from a friend asks nothing of that friend. It counts what friends' profiles show anyway, so it tells
 * nothing of what friends have set for themselves.
 */
const REACH = `
  select count(c.other)::int as friends, count(distinct case when $2 then f.text_number end)::int as texts,
    u.asked_gone and a.id is null and list.these is null or list.chosen is not null and list.these is null as "chosenAreGone"
  from users u
  left join asks a on a.uid = u.id and not ${IS_CLOSED}
  cross join lateral (
    select w.chosen, (
      select array_agg(k.other) from connections k where k.owner = u.id and k.other = any(w.chosen)
    ) as these
    from (select case when a.id is null then u.asks_these else a.chosen end as chosen) w
  ) list
  left join connections c on c.owner = u.id and not c.hides_mood and (list.these is null or c.other = any(list.these))
  left join lateral (select text_number from users where id = c.other offset 0) f on true
  where u.id = $1
  group by u.asked_gone, a.id, list.chosen, list.these`;

interface Row extends Pick<Reach, 'friends' | 'texts'> {
  chosenAreGone: boolean;
}

/** One statement. Without a gateway nobody is texted. */
export async function getReach({ pool, outbox }: Pick<Context, 'pool' | 'outbox'>, uid: string): Promise<Reach> {
  const textsOn = outbox.statusFor('general').status === 'queued';
  const { rows } = await pool.query<Row>({ name: 'reach', text: REACH, values: [uid, textsOn] });
  const { chosenAreGone, ...reach } = rows[0]!;
  return { ...reach, ...(chosenAreGone && { chosenAreGone }) };
}
