import { searchQuery } from '#contract/chat/search-query.ts';
import type { FoundPerson } from '#contract/views.ts';
import type { Config } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { type Count, LIMITS, type Limits } from '#server/limits/index.ts';
import { isNumberSearch, parseQuery } from './parse-query.ts';
import { searchStatement } from './search-statement.ts';

type SearchContext = Pick<Context, 'bulkPool'> & { config: Pick<Config, 'defaultCountry'> };

const SEARCH = { name: 'search-people', text: searchStatement(false) };
const SEARCH_FULL_NAMES = { name: 'search-full-names', text: searchStatement(true) };

/** Finds others by parts of names or a number (spec §5). @returns at most 50, first those whose name begins with it */
export async function searchPeople(
  { bulkPool, config }: SearchContext,
  searcher: string,
  query: string,
): Promise<FoundPerson[]> {
  const sought = parseQuery(query, config.defaultCountry);
  if (!sought) return [];
  const { atBeginning, anywhere, inBothNames } = sought;
  const { rows } =
    inBothNames.length === 0
      ? await bulkPool.query<FoundPerson>({ ...SEARCH, values: [searcher, atBeginning, anywhere] })
      : await bulkPool.query<FoundPerson>({
          ...SEARCH_FULL_NAMES,
          values: [searcher, atBeginning, anywhere, ...[0, 1].map((part) => inBothNames.map((parts) => parts[part]))],
        });
  return rows;
}

/** A search that is too short is not counted. @throws {ProductError} too_many, unavailable */
export async function countSearch(limits: Limits, searcher: string, network: string, query: string): Promise<void> {
  if (searchQuery(query) === null) return;
  const byNumber: Count[] = [
    [LIMITS.searchByNumber.person, searcher],
    [LIMITS.searchByNumber.network, network],
  ];
  await limits.count(
    ...(isNumberSearch(query) ? byNumber : []),
    [LIMITS.search.person, searcher],
    [LIMITS.search.network, network],
  );
}
