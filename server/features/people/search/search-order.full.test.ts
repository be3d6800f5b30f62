import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openBulkPool } from '#server/database/bulk-pool.ts';
import { toE164 } from '#server/phone-numbers/parse-number.ts';
import { createTestDatabase } from '#tests/support/database/database.ts';
import { insertRows } from '#tests/support/database/insert-rows.ts';
import { searchPeople } from './search-people.ts';

const database = await createTestDatabase();
const bulkPool = openBulkPool(database.url);
const config = { defaultCountry: 'US' } as const;
afterAll(async () => {
  await bulkPool.end();
  await database.drop();
});

beforeEach(() => database.pool.query('delete from users'));

const SEARCHER = crypto.randomUUID();
const MANY = 120;
/**
 * The parts of all people (`search_part`). Each has a match, but too few for a full result before the last one, which
 * has more matches than are shown. Stopping in the middle of it would reveal something.
 */
const BEGINNINGS = ['000', '004', '01', '1', ...Array.from('89abcdef')];
const uids = Array.from({ length: MANY }, (_, place) => {
  const beginning = BEGINNINGS[place % BEGINNINGS.length]!;
  return beginning + crypto.randomUUID().slice(beginning.length);
});
const lastFour = (place: number) => String(place).padStart(4, '0');

/** @param numberOf the phone number of the person at an index */
async function people(nameOf: (place: number) => string, numberOf: (place: number) => string): Promise<void> {
  const rows = uids.map((id, place) => {
    const number = numberOf(place);
    return { id, name: '', firstname: nameOf(place), lastname: 'Nguyen', email: id, ...inTwoForms(number) };
  });
  await insertRows(database.pool, 'users', rows);
}

const inTwoForms = (number: string) => ({
  phonenumber: number.replace(/^\+1(...)(...)/, '($1) $2-'),
  phone_key: number || null,
});

async function renumber(numberOf: (place: number) => string): Promise<void> {
  for (const [place, id] of uids.entries()) {
    const { phonenumber, phone_key } = inTwoForms(numberOf(place));
    await database.pool.query('update users set phonenumber = $2, phone_key = $3 where id = $1', [
      ...[id, phonenumber, phone_key],
    ]);
  }
}

const found = async (query: string) =>
  (await searchPeople({ bulkPool, config }, SEARCHER, query)).map(({ uid }) => uid);

/** Each finds the number by its beginning, as dialled within the country. */
const inGermany = (place: number) => `+491711555${lastFour(place)}`;

describe('with more matches than are shown, neither the selection nor its order reveals', () => {
  test.each(['628', '6285', '+1628', '1628555', '(628) 555-', '28-555', '001628', '+1 (0)628', '٦٢٨.٥'])(
    'what follows in a number: %s',
    async (query) => {
      await people(
        () => 'An',
        (place) => `+1628555${lastFour(place)}`,
      );
      const answer = await found(query);
      expect(answer).toHaveLength(50);
      for (const digitsOf of [
        (place: number) => lastFour(9999 - place),
        (place: number) => lastFour((place * 7919) % 10_000),
        (place: number) => (uids[place] === answer[0] ? '9999' : '0000'),
        (place: number) => (answer.includes(uids[place]!) ? '9999' : '0000'),
      ]) {
        await renumber((place) => `+1628555${digitsOf(place)}`);
        expect(await found(query)).toEqual(answer);
      }
    },
  );

  test('further digits of a number with a trunk 0', async () => {
    await people(() => 'An', inGermany);
    const answer = await found('0171 15');
    expect(answer).toHaveLength(50);
    await renumber((place) => inGermany(9999 - place));
    expect(await found('0171 15')).toEqual(answer);
  });

  test('whether a full name was in a number, too', async () => {
    const isBeginning = (place: number) => place % 4 === 0;
    await people(
      (place) => (isBeginning(place) ? 'An' : 'Ivan 6'),
      () => '',
    );
    const answer = await found('an nguy');
    expect(answer).toHaveLength(50);
    expect(answer.slice(0, 30).sort()).toEqual(uids.filter((_, place) => isBeginning(place)).sort());
    await database.pool.query(`update users set phonenumber = 'an nguyen' where firstname <> 'An'`);
    expect(await found('an nguy')).toEqual(answer);
  });

  test.each(['628', '(62) 8'])('whether it was the name or the number: %s', async (query) => {
    const names = ['The 628', '628 Club', 'Blink 6281'];
    await people(
      (place) => names[place % names.length]!,
      () => '',
    );
    const answer = await found(query);
    expect(answer).toHaveLength(50);
    for (const holdsIt of [
      () => true,
      (place: number) => place % 2 === 0,
      (place: number) => answer.includes(uids[place]!),
      (place: number) => !answer.includes(uids[place]!),
    ]) {
      await renumber((place) => (holdsIt(place) ? `+1628555${lastFour(place)}` : `+1415555${lastFour(place)}`));
      expect(await found(query)).toEqual(answer);
    }
  });
});

test('the matches shown are the first by uid, after names that begin with the text', async () => {
  for (const begin of [0, 10, 49, 50, 60]) {
    await database.pool.query('delete from users');
    await people(
      (place) => (place < begin ? '628' : 'An'),
      (place) => `+1628555${lastFour(place)}`,
    );
    const rest = uids.slice(begin).sort();
    const expected = [...uids.slice(0, begin), ...rest].slice(0, 50);
    const answer = await found('628');
    if (begin <= 50) expect(new Set(answer)).toEqual(new Set(expected));
    else expect(uids.slice(0, begin)).toEqual(expect.arrayContaining(answer));
    expect(answer).toHaveLength(50);
  }
});

test('names that begin with the text come first, exact names before longer ones, numbers last', async () => {
  await people(
    (place) => (place < 10 ? '628' : place < 30 ? `628 Club ${place}` : 'Zoe'),
    (place) => (place < 30 ? '' : `+1628555${lastFour(place)}`),
  );
  const answer = await found('628');
  expect(new Set(answer.slice(0, 30))).toEqual(new Set(uids.slice(0, 30)));
  expect(answer).toHaveLength(50);
  await database.pool.query(`update users set firstname = '628 Club' where firstname = 'Zoe'`);
  expect(new Set((await found('628')).slice(0, 10))).toEqual(new Set(uids.slice(0, 10)));
});

interface Person {
  id: string;
  firstname: string;
  lastname: string;
  phonenumber: string;
  phone_key: string | null;
}

/** Few letters, so that names repeat themselves and each other. Their length is the same in upper and lower case. */
const LETTERS = ['a', 'A', 'n', 'b', 'Ä', 'ö', ' ', '%', '_', '\\', '1', '5', '👋'];
const text = (maxLength: number) => fc.string({ unit: fc.constantFrom(...LETTERS), maxLength });
const digits = (maxLength: number) => fc.string({ unit: fc.constantFrom('1', '5'), maxLength });
const SEPARATED = ['1', '5', '٥', ' ', '-', '(', ')', '+', '\u00a0', 'x'];
const typedNumber = fc.string({ unit: fc.constantFrom(...SEPARATED), maxLength: 40 });

const person: fc.Arbitrary<Person> = fc.record({
  id: fc.uuid(),
  firstname: fc.oneof({ weight: 4, arbitrary: text(45) }, digits(8)),
  lastname: text(8),
  phonenumber: fc.oneof(digits(8), typedNumber),
  phone_key: fc.option(digits(12).map((number) => `+${number}`)),
});

/** Some people, and mostly a part of one's name or number, in the other case. */
const searches = fc.uniqueArray(person, { minLength: 1, maxLength: 8, selector: ({ id }) => id }).chain((people) => {
  const parts = people.flatMap(({ id, ...fields }) => Object.values(fields)).map((field) => [...(field ?? '')]);
  const part = fc
    .tuple(fc.constantFrom(...parts), fc.nat(45), fc.oneof(fc.constant(3), fc.nat(45)))
    .map(([field, start, length]) => field.slice(start % (field.length + 1)).slice(0, length));
  const inside = (name: string) =>
    fc
      .tuple(fc.nat(45), fc.integer({ min: 1, max: 8 }))
      .map(([start, length]) => [...name].slice(start % (name.length || 1)).slice(0, length));
  const bothNames = fc.constantFrom(...people).chain(({ firstname, lastname }) =>
    fc
      .tuple(inside(firstname), inside(lastname), fc.boolean())
      .map(([first, last, isTurned]) => (isTurned ? [last, first] : [first, last]))
      .map((parts) => parts.map((letters) => letters.join('')).join('  ')),
  );
  const query = fc.oneof(
    { weight: 6, arbitrary: bothNames },
    { weight: 6, arbitrary: part.map((letters) => letters.join('').toUpperCase()) },
    { weight: 2, arbitrary: part.map((letters) => letters.join('-')) },
    { weight: 1, arbitrary: fc.oneof(text(5), typedNumber) },
  );
  return fc.record({ people: fc.constant(people), query, searcher: fc.constantFrom(...people.map(({ id }) => id)) });
});

/** The search of spec §5, with the other forms of names and numbers, as a filter over all people. */
function filter(people: Person[], searcher: string, query: string): Person[] {
  const sought = query.trim().toLowerCase();
  if ([...sought].length < 3) return [];
  const { anywhere, splits } = formsOf(sought);
  return people.filter(({ id, firstname, lastname, phonenumber, phone_key }) => {
    const names = [firstname.toLowerCase(), lastname.toLowerCase()] as const;
    const numbers = [phonenumber.toLowerCase(), digitsOf(phonenumber), phone_key ?? '', atHome(phone_key ?? '')];
    return (
      id !== searcher &&
      ([...names, ...numbers].some((field) => anywhere.some((form) => field.includes(form))) ||
        splits.some((parts) => isCalled(names, parts)))
    );
  });
}

/** Two parts of fewer than three characters match only a whole name followed by the start of the other one. */
function isCalled(names: readonly [string, string], [one, other]: [string, string]): boolean {
  const isLong = [one, other].some((part) => [...part].length >= 3);
  return [names, names.toReversed() as [string, string]].some(([name, further]) =>
    isLong ? name.includes(one) && further.includes(other) : name === one && further.startsWith(other),
  );
}

function formsOf(sought: string): { anywhere: string[]; splits: [string, string][] } {
  const words = sought.split(/\s+/);
  const isNumber = /^[15٥\s()+\\-]+$/.test(sought) && /[15٥]/.test(sought);
  const number = digitsOf(sought);
  const whole = toE164(sought, config.defaultCountry);
  const splits = words.slice(1).map((_, n): [string, string] => {
    return [words.slice(0, n + 1).join(' '), words.slice(n + 1).join(' ')];
  });
  return {
    anywhere: [sought, words.join(' '), ...(isNumber && number.length >= 3 ? [number, whole ?? number] : [])],
    splits: isNumber ? [] : splits,
  };
}

const holds = ({ firstname, lastname, phonenumber, phone_key }: Person, sought: string) =>
  [firstname, lastname, phonenumber, phone_key ?? ''].some((field) => field.toLowerCase().includes(sought));
const digitsOf = (typed: string) => typed.replaceAll('٥', '5').replace(/\D/g, '');
/** In the countries +51 and +55 a 0 is dialled before a number. */
const atHome = (e164: string) => e164.replace(/^\+5[15]/, '0');

test('a search finds the same people as a check of everybody, names that begin with it first', async () => {
  const found = { nobody: 0, somebody: 0, otherwise: 0 };
  await fc.assert(
    fc.asyncProperty(searches, async ({ people, query, searcher }) => {
      await database.pool.query('delete from users');
      const rows = people.map((fields) => ({ ...fields, name: '', email: fields.id }));
      await insertRows(database.pool, 'users', rows);
      const answer = await searchPeople({ bulkPool, config }, searcher, query);
      const expected = filter(people, searcher, query).map(({ id }) => id);
      expect(answer.map(({ uid }) => uid).sort()).toEqual(expected.sort());

      const { anywhere, splits } = formsOf(query.trim().toLowerCase());
      const beginnings = [...anywhere.slice(0, 2), ...splits.map((parts) => parts.join('\n'))];
      const begins = answer.map(({ firstname, lastname }) =>
        [`${firstname}\n${lastname}`, `${lastname}\n${firstname}`].some((name) =>
          beginnings.some((beginning) => name.toLowerCase().startsWith(beginning)),
        ),
      );
      if ([...query].length <= 32) expect(begins).toEqual(begins.toSorted((one, other) => Number(other) - Number(one)));
      found[answer.length > 0 ? 'somebody' : 'nobody']++;
      const sought = query.trim().toLowerCase();
      if (expected.length > 0 && filter(people, searcher, query).some((one) => !holds(one, sought))) found.otherwise++;
    }),
    { numRuns: 500 },
  );
  expect(Math.min(found.nobody, found.somebody, found.otherwise)).toBeGreaterThan(30);
}, 60_000);
