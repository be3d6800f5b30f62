import type { FoundPerson } from '#contract/views.ts';
import type { Config } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { parseQuery } from './parse-query.ts';
import { searchStatement } from './search-statement.ts';

type SearchContext = Pick<Context, 'searchPool'> & { config: Pick<Config, 'defaultCountry'> };

const SEARCH = { name: 'search-people', text: searchStatement(false) };
const SEARCH_FULL_NAMES = { name: 'search-full-names', text: searchStatement(true) };

/**
 * Finds people by a part of their first name, last name or phone number, whatever the case (spec §5); by a full name, each
 * part of it as specified; and by a number, however it is written. Those whose name begins with the text come first. The
 * person who searches is never found.
 * @param query fewer than 3 characters after trimming find nobody
 * @returns at most 50 people
 */
export async function searchPeople(
  { searchPool, config }: SearchContext,
  searcher: string,
  query: string,
): Promise<FoundPerson[]> {
  const sought = parseQuery(query, config.defaultCountry);
  if (!sought) return [];
  const { atBeginning, anywhere, inBothNames } = sought;
  const { rows } =
    inBothNames.length === 0
      ? await searchPool.query<FoundPerson>({ ...SEARCH, values: [searcher, atBeginning, anywhere] })
      : await searchPool.query<FoundPerson>({
          ...SEARCH_FULL_NAMES,
          values: [searcher, atBeginning, anywhere, ...[0, 1].map((part) => inBothNames.map((parts) => parts[part]))],
        });
  return rows;
}
