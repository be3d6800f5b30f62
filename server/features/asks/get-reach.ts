import type { Reach } from '#contract/asks.ts';
import type { Context } from '#server/context.ts';

/** `only` names the friends in 'Whom I ask', because somebody else may have changed that on the person's device. */
const REACH = `
  with list as (
    select u.id, a.id is null as "isSetting", w.chosen, chosen_friends(u.id, w.chosen) as these
    from users u left join asks a on a.uid = u.id and not is_closed(a)
    cross join lateral (select case when a.id is null then u.asks_these else a.chosen end as chosen) w
    where u.id = $1
  ), asked as materialized (
    select u.id, coalesce(nullif(u.firstname, ''), u.lastname) as name
    from list, asked_friends(list.id, list.chosen) c join users u on u.id = c.friend
  )
  select list."isSetting", list.chosen is not null and list.these is null as "chosenAreGone",
    case when list.these is not null then (select array_agg(name order by name, id) from asked) end as only,
    (select count(*)::int from asked) as friends
  from list`;

/** Whom a choice of Purple or Dark would ask, or asks. */
export async function getReach({ pool }: Pick<Context, 'pool'>, uid: string): Promise<Reach> {
  const { rows } = await pool.query<Reach>({ name: 'reach', text: REACH, values: [uid] });
  return rows[0] ?? { friends: 0, only: null, isSetting: true, chosenAreGone: false };
}
