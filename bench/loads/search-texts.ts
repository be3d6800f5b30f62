import type pg from 'pg';
import { SEARCH_MIN_LENGTH } from '#contract/sizes.ts';
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

const KINDS: readonly ((random: Random, person: Person, common: string[]) => string)[] = [
  (random, _, common) => random.pick(common).toUpperCase(),
  (random, _, common) => part(random, random.pick(common)),
  (_, { firstname }) => firstname.slice(0, LONGEST),
  (random, { lastname }) => part(random, lastname),
  (_, { firstname, lastname }) => `${lastname} ${firstname}`.toLowerCase(),
  (random, { number }) => part(random, number.slice(1)),
  (random, { typed }) => part(random, typed),
  (random) => random.pick(WILDCARDS),
  (random) => Array.from({ length: 3 + random.below(10) }, () => random.pick([...'qxzjwvk'])).join(''),
];

/** Draws texts to search for. @param db of the small population, whose people are in every larger one */
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
  return people
    .map((person, place) => KINDS[place % KINDS.length]!(random, person, rows[0]!.names).trim())
    .filter((text) => [...text].length >= SEARCH_MIN_LENGTH)
    .slice(0, count);
}

/** 3 to 12 characters of a text from a random place on. Not UTF-16 units. */
function part(random: Random, text: string): string {
  const from = random.below(Math.max(1, [...text].length - SEARCH_MIN_LENGTH));
  return [...text].slice(from, from + 3 + random.below(LONGEST - 2)).join('');
}
