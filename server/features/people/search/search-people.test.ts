import { beforeAll, describe, expect, test } from 'vitest';
import { type Member, PASSWORD } from '#fixtures/client.ts';
import { insertRows } from '#tests/support/database/insert-rows.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const { database, signUp, sql } = await startTestServer();

const LONG_NAME = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaft';

const ada = await signUp({ firstname: 'Ada', lastname: 'Lovelace', phonenumber: '+14155550100' });
await people([
  ['Grace', 'Hopper', '(415) 555-0101', '+14155550101'],
  ['Åsa', 'Öberg', '', null],
  ['Mary Grace', 'Chopra', '', null],
  ['Zoe', 'Grange', '01512345678', '+491512345678'],
  ['100% Pure', 'Percent', '', null],
  ['Under_score', 'Low', '', null],
  ['Back\\slash', 'Down', '', null],
  ['Plain', 'Words', 'x 12', null],
  ['442012', 'Club', '44201', null],
  [LONG_NAME, 'Long', '', null],
  [`${LONG_NAME.slice(0, 50)}s`, 'Long', '', null],
]);

/** First name, last name, phone number as typed and in E.164. */
type Row = [string, string, string, string | null];

async function people(rows: Row[]): Promise<void> {
  const named = rows.map(([firstname, lastname, phonenumber, phone_key]) => {
    const id = crypto.randomUUID();
    return { id, name: '', firstname, lastname, email: `${id}@example.com`, phonenumber, phone_key };
  });
  await insertRows(database.pool, 'users', named);
}

const search = (query: unknown, who: Member = ada) => who.post('/api/users/search', { query });

async function found(query: string): Promise<string[]> {
  const { status, body } = await search(query);
  expect(status).toBe(200);
  return body.map((person: { firstname: string; lastname: string }) => `${person.firstname} ${person.lastname}`);
}

test.each([
  ['a first name', 'Grace', ['Grace Hopper', 'Mary Grace Chopra']],
  ['a last name', 'Hopper', ['Grace Hopper']],
  ['any part of a name', 'opp', ['Grace Hopper']],
  ['whatever the case', 'gRACE', ['Grace Hopper', 'Mary Grace Chopra']],
  ['whatever the case beyond ASCII too', 'ÖBERG', ['Åsa Öberg']],
  ['with spaces around', '  Hopper\t', ['Grace Hopper']],
  ['with a space inside', 'y Gr', ['Mary Grace Chopra']],
  ['first who begins with it', 'gra', ['Grace Hopper', 'Zoe Grange', 'Mary Grace Chopra']],
  ['a phone number as typed', '(415) 555-0101', ['Grace Hopper']],
  ['the phone number of somebody whose number cannot be read', 'x 12', ['Plain Words']],
  ['a number that begins a name, too', '442-01', ['442012 Club']],
  ['a text that is longer than a key', LONG_NAME.slice(2, 60), [`${LONG_NAME} Long`]],
  ['a literal %', '00%', ['100% Pure Percent']],
  ['a literal _', 'r_s', ['Under_score Low']],
  ['a literal \\', 'k\\s', ['Back\\slash Down']],
  ['exactly 3 characters', 'Zoe', ['Zoe Grange']],
])('a search finds %s: %s', async (_, query, names) => expect(await found(query)).toEqual(names));

describe('a full name finds', () => {
  beforeAll(() =>
    people([
      ['Mary Ann', 'Smith', '', null],
      ['Ludwig', 'van der Berg', '', null],
      ['Li', 'Na', '', null],
      ['Elise', 'Nash', '', null],
      ['Hopper', 'Gracewell', '', null],
      ['María José', 'García Márquez', '', null],
      [LONG_NAME.slice(0, 40), 'Overlong Hopper', '', null],
      ['Uma', '', '', null],
      ['葵', '田中', '', null],
      ['さくら', '長谷川', '', null],
      ['민수', '김', '', null],
    ]),
  );

  test.each([
    ['first and last name', 'Grace Hopper', ['Grace Hopper', 'Hopper Gracewell']],
    ['last and first name', 'hopper grace', ['Grace Hopper', 'Hopper Gracewell']],
    ['what both begin with', 'gra hop', ['Grace Hopper', 'Hopper Gracewell', 'Mary Grace Chopra']],
    ['one and how the other begins', 'grace h', ['Grace Hopper', 'Hopper Gracewell', 'Mary Grace Chopra']],
    ['what is inside both', 'rac opp', ['Grace Hopper', 'Hopper Gracewell']],
    ['several spaces', ' GRACE \u00a0  hopper ', ['Grace Hopper', 'Hopper Gracewell']],
    ['several spaces inside a name', 'mary   ann', ['Mary Ann Smith']],
    ['two first names', 'Mary Ann Smith', ['Mary Ann Smith']],
    ['one of two first names', 'ann smith', ['Mary Ann Smith']],
    ['a last name of three words', 'ludwig van der Berg', ['Ludwig van der Berg']],
    ['a last name of three words first', 'van der berg lud', ['Ludwig van der Berg']],
    ['a last name without its beginning', 'Ludwig Berg', ['Ludwig van der Berg']],
    ['two names of two words', 'josé marquez maría', []],
    ['parts of two names of two words', 'josé garcía', ['María José García Márquez']],
    ['names of two letters', 'Li Na', ['Li Na']],
    ['names of two letters, the last one first', 'na li', ['Li Na']],
    ['a Japanese name without a space, the family’s first', '田中葵', ['葵 田中']],
    ['a Japanese name without a space, the own first', '葵田中', ['葵 田中']],
    ['a Japanese name with a wide space', '田中　葵', ['葵 田中']],
    ['how a longer one begins', '長谷川さく', ['さくら 長谷川']],
    ['a Korean name without a space', '김민수', ['민수 김']],
    ['nobody of another family', '山田葵', []],
    [
      'a name that is longer than a key',
      `${LONG_NAME.slice(3, 39)} hopp`,
      [`${LONG_NAME.slice(0, 40)} Overlong Hopper`],
    ],
    ['a name behind one that is longer than a key', 'wolfe hopp', [`${LONG_NAME.slice(0, 40)} Overlong Hopper`]],
  ])('%s: %s', async (_, query, names) => expect(await found(query)).toEqual(names));

  test.each([
    ['a part that is in neither name', 'grace murray hopper'],
    ['both parts in one name', 'van berg'],
    ['parts of fewer than three letters that are no whole name', 'li as'],
    ['a second name that is not there', 'Uma Hopper'],
  ])('nobody by %s: %s', async (_, query) => expect(await found(query)).toEqual([]));

  test('nobody who opted out of being found by name, also with a name longer than a key', async () => {
    await sql`update users set found_in_search = false where lastname in ('Hopper', 'Overlong Hopper')`;
    for (const query of ['Grace Hopper', 'wolfe hopp', 'rac opp'])
      expect(await found(query)).toEqual(query === 'wolfe hopp' ? [] : ['Hopper Gracewell']);
    await sql`update users set found_in_search = true`;
    expect(await found('Grace Hopper')).toContain('Grace Hopper');
  });
});

test.each([
  '',
  '   ',
  'Gr',
  ' Gr ',
  '\t\nGr\n',
  '%',
  '%%%',
  '___',
  '\\\\\\',
  'Grace%Hopper',
  'Nobody',
  "'; drop table users; --",
  // The searcher.
  'Ada',
  'Lovelace',
  '4155550100',
])('a search finds nobody for %j', async (query) => expect(await found(query)).toEqual([]));

test.each([
  ['missing', undefined],
  ['a number', 123],
  ['too long', 'a'.repeat(101)],
  ['with a NUL', 'Gra\0ce'],
])('a query that is %s is refused', async (_, query) => {
  const { status, body } = await search(query);
  expect([status, body.error.code]).toEqual([400, 'invalid']);
});

test('a result has name and connection, but no email, phone number or mood', async () => {
  const alan = await signUp({ firstname: 'Alan', lastname: 'Turing', phonenumber: '+14155550102' });
  const person = { uid: alan.uid, firstname: 'Alan', lastname: 'Turing', initials: 'AT' };
  expect((await search('Turing')).body).toEqual([{ ...person, connected: false, asked: false }]);
  await ada.connect(alan);
  expect((await search('Turing')).body).toEqual([{ ...person, connected: true, asked: false }]);
  const stranger = await signUp({ firstname: 'Eve', lastname: 'Stranger' });
  expect((await search('Turing', stranger)).body).toEqual([{ ...person, connected: false, asked: false }]);
  expect((await search('Lovelace', alan)).body).toMatchObject([{ uid: ada.uid, connected: true, asked: false }]);
});

test('50 people are found even when each name contains the text several times', async () => {
  const repeating = Array.from({ length: 60 }, (_, n): Row => {
    const syllables = Array.from({ length: 10 }, (_, place) => `xyz${String(n).padStart(2, '0')}${place}`);
    return [`A${syllables.join('')}`, 'Again', '', null];
  });
  await people(repeating);
  expect(new Set(await found('xyz'))).toHaveLength(50);
});

test('a person is found by the newest name and number only, and not at all when they are deleted', async () => {
  const member = await signUp({ firstname: 'Katherine', lastname: 'Coleman', phonenumber: '+13045550111' });
  await member.post('/api/identity/update-user', {
    lastname: 'Johnson',
    phonenumber: '+17575550122',
    password: PASSWORD,
  });
  for (const query of ['Johnson', 'Katherine', '7575550122']) expect(await found(query)).toEqual(['Katherine Johnson']);
  for (const query of ['Coleman', '3045550111']) expect(await found(query)).toEqual([]);
  await member.post('/api/identity/update-user', { phonenumber: '', password: PASSWORD });
  expect(await found('7575550122')).toEqual([]);
  await sql`delete from users where id = ${member.uid}`;
  expect(await found('Johnson')).toEqual([]);
  expect(await sql`select from search_keys where uid = ${member.uid}`).toEqual([]);
});
