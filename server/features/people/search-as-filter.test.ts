import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { openSearchPool } from './open-search-pool.ts';
import { searchPeople } from './search-people.ts';

const database = await createTestDatabase();
const searchPool = openSearchPool(database.url);
afterAll(async () => {
  await searchPool.end();
  await database.drop();
});

interface Person {
  id: string;
  firstname: string;
  lastname: string;
  phonenumber: string;
  phone_e164: string | null;
}

/** Few letters, so that names repeat themselves and each other, and stay the same length in any case. */
const LETTERS = ['a', 'A', 'n', 'b', 'Ä', 'ö', ' ', '%', '_', '\\', '1', '5', '👋'];
const text = (maxLength: number) => fc.string({ unit: fc.constantFrom(...LETTERS), maxLength });
const digits = (maxLength: number) => fc.string({ unit: fc.constantFrom('1', '5'), maxLength });
const typedNumber = fc.string({ unit: fc.constantFrom('1', '5', ' ', '-', '(', ')', '+', 'x'), maxLength: 40 });

const person: fc.Arbitrary<Person> = fc.record({
  id: fc.uuid(),
  firstname: fc.oneof({ weight: 4, arbitrary: text(45) }, digits(8)),
  lastname: text(8),
  phonenumber: fc.oneof(digits(8), typedNumber),
  phone_e164: fc.option(digits(12).map((number) => `+${number}`)),
});

/** Some people, and mostly a part of what one of them is found by, in the other case. */
const searches = fc.array(person, { minLength: 1, maxLength: 8 }).chain((people) => {
  const parts = people.flatMap(({ id, ...fields }) => Object.values(fields)).map((field) => [...(field ?? '')]);
  const part = fc
    .tuple(fc.constantFrom(...parts), fc.nat(45), fc.oneof(fc.constant(3), fc.nat(45)))
    .map(([field, start, length]) => field.slice(start % (field.length + 1)).slice(0, length));
  const query = fc.oneof(
    { weight: 6, arbitrary: part.map((letters) => letters.join('').toUpperCase()) },
    { weight: 2, arbitrary: part.map((letters) => letters.join('-')) },
    { weight: 1, arbitrary: fc.oneof(text(5), typedNumber) },
  );
  return fc.record({ people: fc.constant(people), query, searcher: fc.constantFrom(...people.map(({ id }) => id)) });
});

/** The search as spec §5 tells it: everybody is looked at. */
function filter(people: Person[], searcher: string, query: string): Person[] {
  const sought = query.trim().toLowerCase();
  if ([...sought].length < 3) return [];
  const number = sought.replace(/\D/g, '');
  const alsoSought = /^[\d\s()+./-]+$/.test(sought) && number.length >= 3 ? number : sought;
  return people.filter(
    ({ id, firstname, lastname, phonenumber, phone_e164 }) =>
      id !== searcher &&
      [firstname, lastname, phonenumber, phone_e164 ?? '']
        .map((field) => field.toLowerCase())
        .some((field) => field.includes(sought) || field.includes(alsoSought)),
  );
}

test('a search finds exactly whom a look at everybody finds, those whose name begins with it first', async () => {
  const found = { nobody: 0, somebody: 0 };
  await fc.assert(
    fc.asyncProperty(searches, async ({ people, query, searcher }) => {
      await database.db.deleteFrom('users').execute();
      await database.db
        .insertInto('users')
        .values(people.map((fields) => ({ ...fields, name: '', email: fields.id })))
        .execute();
      const answer = await searchPeople({ searchPool }, searcher, query);
      const expected = filter(people, searcher, query).map(({ id }) => id);
      expect(answer.map(({ uid }) => uid).sort()).toEqual(expected.sort());

      const begins = answer.map(({ firstname, lastname }) =>
        [firstname, lastname].some((name) => name.toLowerCase().startsWith(query.trim().toLowerCase())),
      );
      if ([...query].length <= 32) expect(begins).toEqual(begins.toSorted((one, other) => Number(other) - Number(one)));
      found[answer.length > 0 ? 'somebody' : 'nobody']++;
    }),
    { numRuns: 300 },
  );
  expect(Math.min(found.nobody, found.somebody)).toBeGreaterThan(30);
});
