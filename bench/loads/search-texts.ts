import type pg from 'pg';
import { SEARCH_MIN_LENGTH } from '#contract/limits.ts';
import { createRandom, type Random } from '#fixtures/population/random.ts';

const SEED = 1;
const LONGEST = 12;
const WILDCARDS = ['%%%', '___', '100%', 'a_a', 'n\\m', '%an', 'ar_', '\\\\\\', '_Ana', '%Maria'];

interface Person {
  firstname: string;
  lastname: string;
  /** The phone number as typed, and in E.164. */
  typed: string;
  number: string;
}

/** The kinds of search texts, each equally frequent. */
const KINDS: readonly ((random: Random, person: Person, common: string[]) => string)[] = [
  (random, _, common) => random.pick(common).toUpperCase(),
  (random, _, common) => cut(random.pick(common), 0, random),
  (random, _, common) => part(random, random.pick(common)),
  (_, person) => person.firstname.slice(0, LONGEST),
  (random, person) => cut(person.lastname, 0, random),
  (random, person) => part(random, person.firstname),
  (random, person) => part(random, person.number.slice(1)),
  (random, person) => part(random, person.typed),
  (random) => random.pick(WILDCARDS),
  (random) => Array.from({ length: 3 + random.below(10) }, () => random.pick([...'qxzjwvk'])).join(''),
  (_, { firstname, lastname }) => `${firstname} ${lastname}`.toLowerCase(),
  (random, { firstname, lastname }) => `${lastname}  ${cut(firstname, 0, random)}`,
  (_, person) => person.number,
];

/** The first texts of this number have one of each kind. */
export const KINDS_OF_TEXT = KINDS.length;

/**
 * Draws texts to search for: rare and common names, their beginnings and inner parts, phone numbers and parts of them, literal
 * wildcards, names that no person has, and full names in either order.
 * @param db of the small population, whose people are in every larger one
 */
export async function drawSearchTexts(db: pg.Pool, count: number): Promise<string[]> {
  const random = createRandom(SEED, 'searches');
  const { rows: people } = await db.query<Person>(
    `select firstname, lastname, phonenumber as typed, phone_key as number from users where phone_key is not null
     order by created_at limit 2000`,
  );
  const { rows } = await db.query<{ names: string[] }>(
    `select array_agg(part) as names from (
       select part from users, unnest(array[firstname, lastname]) part where char_length(part) >= $1
       group by 1 order by count(*) desc, 1 limit 60) common`,
    [SEARCH_MIN_LENGTH],
  );
  const texts: string[] = [];
  for (const person of people) {
    if (texts.length === count) break;
    const text = KINDS[texts.length % KINDS.length]!(random, person, rows[0]!.names).trim();
    if ([...text].length >= SEARCH_MIN_LENGTH) texts.push(text);
  }
  return texts;
}

function part(random: Random, text: string): string {
  return cut(text, random.below(Math.max(1, [...text].length - SEARCH_MIN_LENGTH)), random);
}

/** Some characters from a place, 3 to 12 of them. Not UTF-16 units. */
function cut(text: string, from: number, random: Random): string {
  return [...text].slice(from, from + 3 + random.below(LONGEST - 2)).join('');
}
