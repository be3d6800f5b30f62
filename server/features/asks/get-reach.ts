import type { Reach } from '#contract/asks.ts';
import type { Context } from '#server/context.ts';
import { IS_CLOSED } from './ask-of-choice.ts';

/**
 * Whom a choice of Purple or Dark would reach: the friends whom the person asks. Whom to ask is as in `ASK_OF_CHOICE`: the
 * unclosed ask has a list of its own, and a list of which no friend is left counts as none. What the person hides from a friend
 * asks nothing of that friend. A list is named, so that one that somebody else set on the phone is seen before it is needed.
 */
const REACH = `
  select list.these is not null as "isNarrowed", a.id is null as "isSetting",
    list.these is null and (list.chosen is not null or a.id is null and u.asked_gone) as "chosenAreGone",
    c.other as uid, f.name, f.text_number as "phoneNumber", f.phone_proven_at is not null as "isProven"
  from users u
  left join asks a on a.uid = u.id and not ${IS_CLOSED}
  cross join lateral (
    select w.chosen, (
      select array_agg(k.other) from connections k where k.owner = u.id and k.other = any(w.chosen)
    ) as these
    from (select case when a.id is null then u.asks_these else a.chosen end as chosen) w
  ) list
  left join connections c on c.owner = u.id and not c.hides_mood and (list.these is null or c.other = any(list.these))
  left join lateral (
    select coalesce(nullif(firstname, ''), lastname) as name, text_number, phone_proven_at
    from users where id = c.other offset 0
  ) f on true
  where u.id = $1
  order by f.name, c.other`;

/** One friend who would be asked; with `uid` null there is none, and the row says only how the person asks. */
interface Row extends Pick<Reach, 'isSetting' | 'chosenAreGone'> {
  isNarrowed: boolean;
  uid: string | null;
  name: string;
  phoneNumber: string | null;
  isProven: boolean;
}

/**
 * One statement. The outbox says which numbers it texts. What friends have decided does not count: this call sends nothing, so it
 * could be asked again and again to learn of it.
 */
export async function getReach({ pool, outbox }: Pick<Context, 'pool' | 'outbox'>, uid: string): Promise<Reach> {
  const { rows } = await pool.query<Row>({ name: 'reach', text: REACH, values: [uid] });
  const { isNarrowed = false, isSetting = true, chosenAreGone = false } = rows[0] ?? {};
  const asked = rows.filter((row) => row.uid !== null);
  const numbers = asked.flatMap(({ phoneNumber, isProven }) => (phoneNumber === null ? [] : { phoneNumber, isProven }));
  const only = isNarrowed ? asked.map(({ name }) => name) : null;
  return { friends: asked.length, texts: await outbox.countPhones(numbers), only, isSetting, chosenAreGone };
}
