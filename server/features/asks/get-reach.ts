import type { Reach } from '#contract/asks.ts';
import type { Context } from '#server/context.ts';
import { IS_CLOSED } from './ask-of-choice.ts';

/**
 * Whom a call of $1 asks now, and how it reaches them. A friend counts once, by a text before a notification. A phone that several
 * friends share counts once. `only` names the chosen friends, so that the person sees a list that somebody else has set.
 * What friends have decided about the person does not count. Otherwise the person could read these counts again and again to
 * learn of it, because nothing is sent yet.
 */
const reach = (textablePhone: (user: string) => string) => `
  with list as (
    select u.id, a.id is null as "isSetting", w.chosen, chosen_friends(u.id, w.chosen) as these
    from users u left join asks a on a.uid = u.id and not ${IS_CLOSED}
    cross join lateral (select case when a.id is null then u.asks_these else a.chosen end as chosen) w
    where u.id = $1
  ), asked as materialized (
    select f.* from list, asked_friends(list.id, list.chosen) c cross join lateral (
      select u.id, coalesce(nullif(u.firstname, ''), u.lastname) as name, ${textablePhone('u')} as phone, exists (
        select from push_devices d join sessions s on s.id = d.session_id
        where d.uid = u.id and d.about <> 'none' and s.expires_at > now()
      ) as is_notified
      from users u where u.id = c.friend offset 0
    ) f
  )
  select list."isSetting", list.chosen is not null and list.these is null as "chosenAreGone",
    case when list.these is not null then (select array_agg(name order by name, id) from asked) end as only, counts.*
  from list, (
    select count(*)::int as friends, count(distinct phone)::int as texts,
      count(*) filter (where phone is null and is_notified)::int as pushes
    from asked
  ) counts`;

/** Whom a choice of Purple or Dark would reach, or reaches. One statement. */
export async function getReach(
  { pool, outbox }: Pick<Context, 'pool' | 'outbox'>,
  uid: string,
): Promise<Reach & { pushes: number }> {
  const { rows } = await pool.query({ name: 'reach', text: reach(outbox.textablePhone), values: [uid] });
  return rows[0] ?? { friends: 0, texts: 0, pushes: 0, only: null, isSetting: true, chosenAreGone: false };
}
