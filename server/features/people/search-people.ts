import { SEARCH_MAX_RESULTS, SEARCH_MIN_LENGTH } from '#contract/limits.ts';
import type { FoundPerson } from '#contract/views.ts';
import type { Context } from '../../context.ts';
import { searchStatement } from './search-statement.ts';

/** No person has more than two whole names, so that this many keys always hold the 50 whose name begins with a text. */
const KEYS_AT_FIRST = 2 * SEARCH_MAX_RESULTS;

/**
 * Finds people by a part of their first name, last name or phone number, whatever the case (spec §5). Those whose name
 * begins with the text come first. The person who searches is never found.
 * @param query fewer than 3 characters after trimming find nobody
 * @returns at most 50 people
 */
export async function searchPeople(
  { searchPool }: Pick<Context, 'searchPool'>,
  searcher: string,
  query: string,
): Promise<FoundPerson[]> {
  const text = query.trim();
  if ([...text].length < SEARCH_MIN_LENGTH) return [];
  for (let keys = KEYS_AT_FIRST; ; keys *= 10) {
    const { rows } = await searchPool.query<FoundPerson & { looked: number }>({
      name: `search-people-${keys}`,
      text: searchStatement(keys),
      values: [searcher, text, phoneDigits(text)],
    });
    // All keys that were looked at may be those of a few people whose names repeat themselves: then it looks further.
    const isComplete = rows.length === SEARCH_MAX_RESULTS || (rows[0]?.looked ?? 0) < keys;
    if (isComplete) return rows.map(({ looked, ...person }) => person);
  }
}

/** The digits of a text that is typed like a phone number, so that '(555) 010' is found in '+15550102030'. */
function phoneDigits(text: string): string | null {
  const digits = text.replace(/\D/g, '');
  const isPhone = /^[\d\s()+./-]+$/.test(text) && digits.length >= SEARCH_MIN_LENGTH;
  return isPhone && digits !== text ? digits : null;
}
