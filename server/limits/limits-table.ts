import type pg from 'pg';
import type { Limit } from './limit.ts';
import { RateLimitExceeded } from './limit-errors.ts';

/**
 * The times are kept newest last, as many as the largest rule counts, so a rule of `most` is broken when the most-th
 * newest of them lies within its seconds. Who comes at once waits at the row, and all time is the database's: nodes
 * share a limit exactly, whatever their own clocks say. A refusal writes nothing. Rows are locked in their order.
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
  /** The rule that refuses; null when it was counted. */
  place: number | null;
  /** The seconds until that rule has room. */
  wait: number;
}

/**
 * Counts one more of `limit` for each of these, unless that were too many.
 * @param whoms nobody twice
 * @returns those who were refused, and how
 */
export async function count(
  pool: pg.Pool,
  { what, rules }: Limit,
  whoms: readonly string[],
): Promise<Map<string, RateLimitExceeded>> {
  const most = rules.map((rule) => rule.most);
  const seconds = rules.map((rule) => rule.seconds);
  const answers = new Map<string, Row>();
  // Who is refused by what others counted in this very moment, which the statement could not see yet, has no row: once more.
  for (let left = whoms; left.length > 0; left = whoms.filter((whom) => !answers.has(whom))) {
    const { rows } = await pool.query<Row>({
      name: 'count-limit',
      text: COUNT,
      values: [what, left, most, seconds, Math.max(...most), Math.max(...seconds)],
    });
    // The longest wait comes last.
    for (const row of rows) answers.set(row.whom, row);
  }
  const refused = [...answers.values()].filter(({ place }) => place !== null);
  return new Map(refused.map(({ whom, place, wait }) => [whom, refusal(rules[place! - 1]!.words, wait)]));
}

function refusal(words: string, wait: number): RateLimitExceeded {
  return new RateLimitExceeded(words, Math.max(1, Math.ceil(wait)));
}
