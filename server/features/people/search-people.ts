import { SEARCH_MAX_RESULTS, SEARCH_MIN_LENGTH } from '#contract/limits.ts';
import type { FoundPerson } from '#contract/views.ts';
import type { Context } from '../../context.ts';

/**
 * Finds people by a part of their first name, last name or phone number, whatever the case (spec §5). Those whose name
 * begins with the text come first. The person who searches is never found.
 * @param query fewer than 3 characters after trimming find nobody
 * @returns at most 50 people
 */
export async function searchPeople({ pool }: Context, searcher: string, query: string): Promise<FoundPerson[]> {
  const text = query.trim();
  if ([...text].length < SEARCH_MIN_LENGTH) return [];
  const literal = text.replace(/[\\%_]/g, '\\$&');
  const { rows } = await pool.query<FoundPerson>({
    name: 'search-people',
    text: SEARCH,
    values: [searcher, `%${literal}%`, `${literal}%`, `%${phoneDigits(text) ?? literal}%`, SEARCH_MAX_RESULTS],
  });
  return rows;
}

const SEARCH = `
  select u.id as uid, u.firstname, u.lastname, u.initials,
    exists (select from connections c where c.owner = $1 and c.other = u.id) as connected
  from users u
  where (u.firstname ilike $2 or u.lastname ilike $2 or u.phonenumber ilike $2 or u.phone_e164 ilike $4) and u.id <> $1
  order by (u.firstname ilike $3 or u.lastname ilike $3) desc, u.firstname, u.lastname, u.id
  limit $5`;

/** The digits of a text that is typed like a phone number, so that '(555) 010' is found in '+15550102030'. */
function phoneDigits(text: string): string | undefined {
  const digits = text.replace(/\D/g, '');
  return /^[\d\s()+./-]+$/.test(text) && digits.length >= SEARCH_MIN_LENGTH ? digits : undefined;
}
