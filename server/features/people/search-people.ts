import { SEARCH_MIN_LENGTH } from '#contract/limits.ts';
import type { FoundPerson } from '#contract/views.ts';
import type { Context } from '../../context.ts';
import { SEARCH } from './search-statement.ts';

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
  const values = [searcher, text, phoneDigits(text)];
  const { rows } = await searchPool.query<FoundPerson>({ name: 'search-people', text: SEARCH, values });
  return rows;
}

/** The digits of a text that is typed like a phone number, so that '(555) 010' is found in '+15550102030'. */
function phoneDigits(text: string): string | null {
  const digits = text.replace(/\D/g, '');
  const isPhone = /^[\d\s()+./-]+$/.test(text) && digits.length >= SEARCH_MIN_LENGTH;
  return isPhone && digits !== text ? digits : null;
}
