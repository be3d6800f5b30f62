import type { Reach } from '#contract/asks.ts';
import type { Context } from '#server/context.ts';
import { isTextable } from '#server/features/texts/index.ts';
import { IS_CLOSED } from './ask-of-choice.ts';

/**
 * Whom a choice of Purple or Dark would reach: the friends whom the person asks. Whom to ask is as in `ASK_OF_CHOICE`: the
 * unclosed ask has a list of its own, and a list of which no friend is left counts as none. What the person hides from a friend
 * asks nothing of that friend. A list is named, so that one that somebody else set on the phone is seen before it is needed.
 */
const REACH = `
  select list.these is not null as "isNarrowed", a.id is null as "isSetting",
    list.these is null and (list.chosen is not null or a.id is null and u.asked_gone) as "chosenAreGone",
    c.other as uid, f.name, f.phone
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
    select coalesce(nullif(firstname, ''), lastname) as name, case when ${isTextable('o', '$2')} then phone_key end as phone
    from users o where id = c.other offset 0
  ) f on true
  where u.id = $1
  order by f.name, c.other`;

/** One friend who would be asked; with `uid` null there is none, and the row says only how the person asks. */
interface Row extends Pick<Reach, 'isSetting' | 'chosenAreGone'> {
  isNarrowed: boolean;
  uid: string | null;
  name: string;
  /** Null for a phone that no text may go to. */
  phone: string | null;
}

/**
 * One statement. A phone that friends share counts once. What friends have decided does not count: this call sends nothing, so it
 * could be asked again and again to learn of it.
 */
export async function getReach(
  { config, outbox, pool }: Pick<Context, 'config' | 'outbox' | 'pool'>,
  uid: string,
): Promise<Reach> {
  const { rows } = await pool.query<Row>({
    name: 'reach',
    text: REACH,
    values: [uid, config.phoneProof === 'required'],
  });
  const { isNarrowed = false, isSetting = true, chosenAreGone = false } = rows[0] ?? {};
  const asked = rows.filter((row) => row.uid !== null);
  const phones = new Set(asked.flatMap(({ phone }) => phone ?? []));
  const only = isNarrowed ? asked.map(({ name }) => name) : null;
  return { friends: asked.length, texts: outbox.canSend ? phones.size : 0, only, isSetting, chosenAreGone };
}
