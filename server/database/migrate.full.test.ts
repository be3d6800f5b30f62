import { pino } from 'pino';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database/database.ts';
import { putFormerRecord } from '#tests/support/database/former-record.ts';
import { openPool } from './connect.ts';
import { migrate } from './migrate.ts';
import { readMigrations } from './read-migrations.ts';

const database = await createTestDatabase();
const { pool } = database;
afterAll(() => database.drop());
beforeEach(() => pool.query('drop schema public cascade; create schema public'));

const ALL = readMigrations().map(({ name }) => name);
/** Two made-up migrations of a later version. */
const LATER = [
  ...readMigrations(),
  { name: '9998-words', sql: 'alter table users add words text; alter table users add more_words text' },
  { name: '9999-longer-words', sql: `update users set words = firstname || '!'` },
];

/** All columns, indexes and constraints of the schema. */
async function schema() {
  const { rows } = await pool.query(`
    select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable as part
    from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    order by 1`);
  return rows.map(({ part }) => part);
}

const signUpAda = () =>
  pool.query(
    `insert into users (id, name, firstname, lastname, email) values (gen_random_uuid(), '', 'Ada', 'Lovelace', 'ada@example.com')`,
  );
const people = async () => (await pool.query('select * from users')).rows;
const recorded = async () =>
  (await pool.query('select name from migrations order by name')).rows.map(({ name }) => name);

test('an empty database gets the newest schema, and running it again changes nothing', async () => {
  expect(await migrate(pool)).toEqual(ALL);
  const before = await schema();
  expect(before).toEqual(expect.arrayContaining([expect.stringMatching(/^messages\.seq bigint NO/)]));
  await signUpAda();
  expect(await migrate(pool)).toEqual([]);
  expect(await schema()).toEqual(before);
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
  const before = await schema();
  const failing = [...LATER, { name: '9999-no-words', sql: 'alter table users add words text' }];
  await expect(migrate(pool, undefined, failing)).rejects.toThrow('to the newest schema: 9999-no-words failed');
  expect(await schema()).toEqual(before);
  expect(await recorded()).toEqual(ALL);
});

test('a database of the last version before 1.0 is adopted: only its record of migrations changes', async () => {
  await migrate(pool);
  await signUpAda();
  const [before, ada] = [await schema(), await people()];
  await putFormerRecord(pool);
  expect(await migrate(pool)).toEqual(ALL.slice(1));
  expect(await schema()).toEqual(before);
  expect(await people()).toEqual(ada);
  expect(await recorded()).toEqual(ALL);
});

test('a database that was adopted gets the migrations of a later version', async () => {
  await migrate(pool);
  await putFormerRecord(pool);
  expect(await migrate(pool, undefined, LATER)).toEqual(LATER.slice(1).map(({ name }) => name));
});

test('data of a version before 1.0 that is not the last is refused with words that say what to start', async () => {
  await migrate(pool);
  await putFormerRecord(pool, '0039-taken-calls');
  const before = await schema();
  await expect(migrate(pool)).rejects.toThrow('Start commit 8434330e with it once, then this version.');
  expect(await schema()).toEqual(before);
});

test('data of a newer version is refused with words that say so', async () => {
  await migrate(pool, undefined, LATER);
  await expect(migrate(pool)).rejects.toThrow('The data was used by a newer Moodring.');
});

test.each([['none'], ['former']])(
  'nodes that start together wait for each other: one of them migrates (record: %s)',
  async (record) => {
    if (record === 'former') {
      await migrate(pool);
      await putFormerRecord(pool);
    }
    const nodes = Array.from({ length: 6 }, () => openPool(database.url, { max: 2 }));
    const ran = await Promise.all(nodes.map((node) => migrate(node, undefined, LATER)));
    await Promise.all(nodes.map((node) => node.end()));
    const expected = record === 'former' ? LATER.filter(({ name }) => name !== '0040-schema') : LATER;
    expect(ran.filter((names) => names.length > 0)).toEqual([expected.map(({ name }) => name)]);
  },
);
