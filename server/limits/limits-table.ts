import type pg from 'pg';
import type { Sweep } from '#server/database/sweep/sweep-table.ts';
import type { Limit } from './limit.ts';
import { RateLimitExceeded } from './limit-errors.ts';

/**
 * `times` has as many of the newest as the largest rule counts, in order. A rule is broken when its max-th newest lies within
 * its seconds. Calls wait at the row, by the database's clock, so nodes share exactly. Sorted locks prevent deadlocks.
 */
const COUNT = `
  with counted as (
    insert into limits as l (what, whom, times, expires_at)
    select $1, whom, array[clock_timestamp()], clock_timestamp() + $6 * interval '1 second'
    from unnest($2::text[]) as asked (whom) order by whom
    on conflict (what, whom) do update
    set times = l.times[cardinality(l.times) - $5 + 2 :] || clock_timestamp(), expires_at = excluded.expires_at
    where not exists (
      select from unnest($3::integer[], $4::integer[]) as rule (most, seconds)
      where l.times[cardinality(l.times) - rule.most + 1] > clock_timestamp() - rule.seconds * interval '1 second'
    )
    returning whom
  )
  select whom, null::bigint as place, null::float8 as wait from counted
  union all
  select l.whom, rule.place,
         extract(epoch from l.times[cardinality(l.times) - rule.most + 1] - clock_timestamp()) + rule.seconds
  from limits l, unnest($3::integer[], $4::integer[]) with ordinality as rule (most, seconds, place)
  where l.what = $1 and l.whom = any($2::text[]) and l.whom not in (select whom from counted)
    and l.times[cardinality(l.times) - rule.most + 1] > clock_timestamp() - rule.seconds * interval '1 second'
  order by wait`;

interface Row {
  whom: string;
  place: number | null;
  wait: number;
}

/** Counts one use for each of these, unless it is too many. @param whoms no key twice @returns errors by refused key */
export async function count(
  pool: pg.Pool,
  { what, rules }: Limit,
  whoms: readonly string[],
): Promise<Map<string, RateLimitExceeded>> {
  const max = rules.map((rule) => rule.max);
  const seconds = rules.map((rule) => rule.seconds);
  const results = new Map<string, Row>();
  // Repeated for keys without a row: a concurrent call, which the statement could not see yet, has used up their limit.
  for (let left = whoms; left.length > 0; left = whoms.filter((whom) => !results.has(whom))) {
    const { rows } = await pool.query<Row>({
      name: 'count-limit',
      text: COUNT,
      values: [what, left, max, seconds, Math.max(...max), Math.max(...seconds)],
    });
    for (const row of rows) results.set(row.whom, row);
  }
  const refused = [...results.values()].filter(({ place }) => place !== null);
  return new Map(refused.map(({ whom, place, wait }) => [whom, new RateLimitExceeded(rules[place! - 1]!.say, wait)]));
}

const UNDO = 'update limits set times = trim_array(times, 1) where what = $1 and whom = $2 and cardinality(times) > 0';

/** Removes the last counted use, for a call that needed no limit after all. */
export async function undoCount(pool: pg.Pool, { what }: Limit, whom: string): Promise<void> {
  await pool.query({ name: 'give-back-limit', text: UNDO, values: [what, whom] });
}

export const OLD_LIMITS: Sweep = { table: 'limits', areOld: 'expires_at < now()', passMs: 60 * 60_000 };
