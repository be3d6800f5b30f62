import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openPool } from '#server/database/connect.ts';
import { CONNECTIONS } from '#server/database/connection-budget.ts';
import { createTestDatabase } from '#tests/support/database/database.ts';
import { insertRows } from '#tests/support/database/insert-rows.ts';
import { searchPeople } from './search-people.ts';

const database = await createTestDatabase();
const bulkPool = openPool(database.url, CONNECTIONS.bulk);
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
