import { pino } from 'pino';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database/database.ts';
import { makeFormerDatabase } from '#tests/support/database/former-record.ts';
import { schemaOf } from '#tests/support/database/schema-of.ts';
import { openPool } from './connect.ts';
import { migrate } from './migrate.ts';
import { readMigrations } from './read-migrations.ts';

const database = await createTestDatabase();
const { pool } = database;
afterAll(() => database.drop());
const empty = () => pool.query('drop schema public cascade; create schema public');
beforeEach(empty);

const ALL = readMigrations().map(({ name }) => name);
/** Two made-up migrations of a later version. */
const LATER = [
  ...readMigrations(),
  { name: '9998-words', sql: 'alter table users add words text; alter table users add more_words text' },
  { name: '9999-longer-words', sql: `update users set words = firstname || '!'` },
];

const signUpAda = () =>
  pool.query(
    `insert into users (id, name, firstname, lastname, email) values (gen_random_uuid(), '', 'Ada', 'Lovelace', 'ada@example.com')`,
  );
const people = async () => (await pool.query('select * from users')).rows;
const recorded = async () =>
  (await pool.query('select name from migrations order by name')).rows.map(({ name }) => name);

test('an empty database gets the newest schema, and running it again changes nothing', async () => {
  expect(await migrate(pool)).toEqual(ALL);
  const before = await schemaOf(pool);
  expect(before).toEqual(expect.arrayContaining([expect.stringMatching(/^column messages \d+ seq bigint t /)]));
  await signUpAda();
  expect(await migrate(pool)).toEqual([]);
  expect(await schemaOf(pool)).toEqual(before);
  expect(await recorded()).toEqual(ALL);
  expect(await people()).toMatchObject([{ name: 'Ada Lovelace' }]);
});

test('migrations of a later version run once each, in order, and the log names each one as it begins', async () => {
  await migrate(pool);
  await signUpAda();
  const lines: { migration: string }[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  expect(await migrate(pool, log, LATER)).toEqual(['9998-words', '9999-longer-words']);
  expect(lines.map(({ migration }) => migration)).toEqual(['9998-words', '9999-longer-words']);
  expect(await people()).toMatchObject([{ words: 'Ada!', more_words: null }]);
  expect(await migrate(pool, log, LATER)).toEqual([]);
});

test('when a migration fails, none of them has changed anything', async () => {
  await migrate(pool);
  const before = await schemaOf(pool);
  const failing = [...LATER, { name: '9999-no-words', sql: 'alter table users add words text' }];
  await expect(migrate(pool, undefined, failing)).rejects.toThrow('to the newest schema: 9999-no-words failed');
  expect(await schemaOf(pool)).toEqual(before);
  expect(await recorded()).toEqual(ALL);
});

test('where two settings became one, a person keeps the more private or more careful of the two', async () => {
  await makeFormerDatabase(pool);
  const set = (name: string, settings: object) => {
    const columns = { firstname: name, lastname: 'Lovelace', email: name, name, ...settings };
    const given = Object.values(columns);
    const places = given.map((_, at) => `$${at + 1}`);
    return pool.query(`insert into users (id, ${Object.keys(columns)}) values (gen_random_uuid(), ${places})`, given);
  };
  await set('as before', {});
  await set('not by name', { found_by_name: false });
  await set('not by phone, no typing', { found_by_phone: false, shows_typing: false });
  await set('no chat texts', { chat_texts: false });
  await set('chat texts once, calm', { chat_texts_once: true, support_texts: 'calm' });
  await set('no support texts', { support_texts: 'none' });
  await migrate(pool);
  const { rows } = await pool.query(
    `select firstname, found_in_search, shows_read, texts_about, exists (select from search_keys where uid = users.id) as "hasKeys"
     from users`,
  );
  expect(Object.fromEntries(rows.map(({ firstname, ...kept }) => [firstname, Object.values(kept)]))).toEqual({
    'as before': [true, true, 'all', true],
    'not by name': [false, true, 'all', false],
    'not by phone, no typing': [false, false, 'all', false],
    'no chat texts': [true, true, 'support', true],
    'chat texts once, calm': [true, true, 'support', true],
    'no support texts': [true, true, 'none', true],
  });
});

test('data of a version before 1.0 that is not the last is refused with words that say what to start', async () => {
  await makeFormerDatabase(pool, '0039-taken-calls');
  const before = await schemaOf(pool);
  await expect(migrate(pool)).rejects.toThrow('Start commit 8434330e with it once, then this version.');
  expect(await schemaOf(pool)).toEqual(before);
});

test('data of a newer version is refused with words that say so', async () => {
  await migrate(pool, undefined, LATER);
  await expect(migrate(pool)).rejects.toThrow('The data was used by a newer Moodring.');
});

test.each([['none'], ['former']])('of nodes that start together one migrates (record: %s)', async (record) => {
  if (record === 'former') await makeFormerDatabase(pool);
  const nodes = Array.from({ length: 6 }, () => openPool(database.url, { max: 2 }));
  const ran = await Promise.all(nodes.map((node) => migrate(node, undefined, LATER)));
  await Promise.all(nodes.map((node) => node.end()));
  const expected = record === 'former' ? LATER.filter(({ name }) => name !== '0040-schema') : LATER;
  expect(ran.filter((names) => names.length > 0)).toEqual([expected.map(({ name }) => name)]);
});
