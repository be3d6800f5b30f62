import { SEARCH_MIN_LENGTH } from '#contract/limits.ts';
import { FIRST_NAMES, LAST_NAMES } from '#fixtures/population/names.ts';
import { type DrawnPerson, drawPeople } from '#fixtures/population/people.ts';
import { createRandom, type Random } from '#fixtures/population/random.ts';

const SEED = 1;
const LONGEST = 12;
const COMMONEST = 30;
const isLongEnough = (name: string) => name.length >= SEARCH_MIN_LENGTH;
const COMMON_FIRST = FIRST_NAMES.slice(0, COMMONEST).filter(isLongEnough);
const COMMON_LAST = LAST_NAMES.slice(0, COMMONEST).filter(isLongEnough);
const COMMON_NAMES = [...COMMON_FIRST, ...COMMON_LAST];
const WILDCARDS = ['%%%', '___', '100%', 'a_a', 'n\\m', '%an', 'ar_', '\\\\\\', '_Ana', '%Maria'];

type Kind = (random: Random, person: DrawnPerson) => string;

/** The kinds of search texts, each equally frequent. */
const KINDS: readonly Kind[] = [
  (random) => random.pick(COMMON_NAMES).toUpperCase(),
  (random) => beginning(random, random.pick(COMMON_NAMES)),
  (random) => part(random, random.pick(COMMON_NAMES)),
  (_, person) => person.firstname.slice(0, LONGEST),
  (_, person) => person.lastname.slice(0, LONGEST).toLowerCase(),
  (random, person) => beginning(random, person.lastname),
  (random, person) => part(random, person.firstname),
  (random, person) => part(random, person.lastname),
  (random, person) => part(random, (person.phone.e164 ?? '+14150550100').slice(1)),
  (random, person) => part(random, person.phone.typed || '(415) 055-0100'),
  (random) => random.pick(WILDCARDS),
  (random) => Array.from({ length: 3 + random.below(10) }, () => random.pick([...'qxzjwvk'])).join(''),
  (_, { firstname, lastname }) => `${firstname} ${lastname}`.toLowerCase(),
  (random, { firstname, lastname }) => `${lastname}  ${beginning(random, firstname)}`,
  (random) => `${random.pick(COMMON_FIRST)} ${random.pick(COMMON_LAST)}`,
  (random) => `${part(random, random.pick(COMMON_LAST))} ${part(random, random.pick(COMMON_FIRST))}`,
  (random, person) => spelled(random, person.phone.e164 ?? '+442079460958'),
];

/** The first texts of this number have one of each kind. */
export const KINDS_OF_TEXT = KINDS.length;

/**
 * Draws texts to search for. Of 3 to 12 characters: rare and common names, their beginnings and inner parts, parts of
 * phone numbers, literal wildcards, and names that no person has. Longer: full names in either order, whole and in parts,
 * and whole phone numbers in many spellings. Rare names are from the first people, who are in every population.
 */
export function drawSearchTexts(count: number): string[] {
  const random = createRandom(SEED, 'searches');
  const texts: string[] = [];
  for (const person of drawPeople(SEED)) {
    if (texts.length === count) break;
    const text = KINDS[texts.length % KINDS.length]!(random, person).trim();
    if ([...text].length >= SEARCH_MIN_LENGTH) texts.push(text);
  }
  return texts;
}

function beginning(random: Random, text: string): string {
  return cut(text, 0, 3 + random.below(LONGEST - 2));
}

function part(random: Random, text: string): string {
  const from = random.below(Math.max(1, [...text].length - SEARCH_MIN_LENGTH));
  return cut(text, from, from + 3 + random.below(LONGEST - 2));
}

/** A whole number in an international or national spelling, with or without separators. */
function spelled(random: Random, e164: string): string {
  const [code, home] = e164.startsWith('+1') ? ['1', e164.slice(2)] : [e164.slice(1, 3), e164.slice(3)];
  const groups = [home.slice(0, 3), home.slice(3, 6), home.slice(6)];
  const separator = random.pick(['', ' ', '-', '.', '\u00a0', '\u2011', '/']);
  const local = groups.join(separator);
  const zero = code === '1' ? '' : '0';
  return random.pick([
    `+${code} ${local}`,
    `00${code}${separator}${local}`,
    `${zero}${local}`,
    `(${groups[0]}) ${groups[1]} ${groups[2]}`,
  ]);
}

/** Cuts by characters, not by UTF-16 units. */
function cut(text: string, from: number, to: number): string {
  return [...text].slice(from, to).join('');
}
