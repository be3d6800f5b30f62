import type pg from 'pg';
import type { Limit } from './limit.ts';
import { TooMany } from './too-many.ts';

/**
 * The times are kept newest last, as many as the largest rule counts, so a rule of `most` is broken when the most-th
 * newest of them lies within its seconds. Who comes at once waits at the row, and all time is the database's: nodes
 * share a limit exactly, whatever their own clocks say. A refusal writes nothing.
 */
const COUNT = `
  with counted as (
    insert into limits as l (what, whom, times, expires_at)
    values ($1, $2, array[clock_timestamp()], clock_timestamp() + $6 * interval '1 second')
    on conflict (what, whom) do update
    set times = l.times[cardinality(l.times) - $5 + 2 :] || clock_timestamp(), expires_at = excluded.expires_at
    where not exists (
      select from unnest($3::integer[], $4::integer[]) as rule (most, seconds)
      where l.times[cardinality(l.times) - rule.most + 1] > clock_timestamp() - rule.seconds * interval '1 second'
    )
    returning true
  )
  select null::bigint as place, null::float8 as wait from counted
  union all
  select rule.place, extract(epoch from l.times[cardinality(l.times) - rule.most + 1] - clock_timestamp()) + rule.seconds
  from limits l, unnest($3::integer[], $4::integer[]) with ordinality as rule (most, seconds, place)
  where l.what = $1 and l.whom = $2 and not exists (select from counted)
    and l.times[cardinality(l.times) - rule.most + 1] > clock_timestamp() - rule.seconds * interval '1 second'`;

/**
 * Counts one more of `limit` for `whom`, unless that were too many.
 * @returns how it was refused, or undefined
 */
export async function count(pool: pg.Pool, { what, rules }: Limit, whom: string): Promise<TooMany | undefined> {
  const most = rules.map((rule) => rule.most);
  const seconds = rules.map((rule) => rule.seconds);
  for (;;) {
    const { rows } = await pool.query<{ place: number | null; wait: number }>({
      name: 'count-limit',
      text: COUNT,
      values: [what, whom, most, seconds, Math.max(...most), Math.max(...seconds)],
    });
    const [longest] = rows.sort((one, other) => other.wait - one.wait);
    if (longest) {
      const { place, wait } = longest;
      return place === null ? undefined : new TooMany(rules[place - 1]!.words, Math.max(1, Math.ceil(wait)));
    }
    // Refused by what others counted in this very moment, which the statement could not see yet: now it can.
  }
}
