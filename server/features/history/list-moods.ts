import type pg from 'pg';
import type { History } from '#contract/account/history.ts';
import type { Mood } from '#contract/moods.ts';

const PAGE = 2_000;

/** One range of the index by person and time. Choices that were undone are in no history. */
const LIST = `
  select mood, chosen_at as "chosenAt" from mood_choices
  where uid = $1 and undone_at is null and chosen_at >= to_timestamp($2::float8 / 1000) and chosen_at < to_timestamp($3::float8 / 1000)
  order by chosen_at desc limit ${PAGE + 1}`;

const FIRST = `
  select chosen_at as first from mood_choices where uid = $1 and undone_at is null order by chosen_at limit 1`;

/** The newest 2,000 moods of a time, oldest first. @param range ms since 1970, without `before` itself */
export async function listMoods(
  pool: pg.Pool,
  uid: string,
  { from, to }: { from: number; to: number },
): Promise<History> {
  const [list, oldest] = await Promise.all([
    pool.query<{ mood: Mood; chosenAt: Date }>({ name: 'list-moods', text: LIST, values: [uid, from, to] }),
    pool.query<{ first: Date }>({ name: 'first-mood', text: FIRST, values: [uid] }),
  ]);
  const page = list.rows.slice(0, PAGE).reverse();
  return {
    moods: page.map(({ mood, chosenAt }) => ({ mood, chosenAt: chosenAt.getTime() })),
    before: list.rows.length > PAGE ? page[0]!.chosenAt.getTime() : null,
    first: oldest.rows[0]?.first.getTime() ?? null,
  };
}
