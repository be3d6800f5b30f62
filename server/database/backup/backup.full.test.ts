import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { makeFormerDatabase } from '#tests/support/database/former-record.ts';
import { holdTransaction } from '#tests/support/database/hold-transaction.ts';
import { schemaOf } from '#tests/support/database/schema-of.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { migrate } from '../migrate.ts';
import { backUp } from './back-up.ts';
import { restore } from './restore.ts';

const { database: source, signUp, settled } = await startTestServer({}, 'template1');

/** Content that could be mistaken for a part of the script. */
const CONTENTS = [
  'tab\there, newline\nhere, return\rhere, backslash \\ here, \\N and \\. and \\t',
  '\\.',
  'COPY public.users (id) FROM stdin;',
  "'; drop table users; -- $$",
  'line\u2028separators\u2029, next line \u0085, vertical tab \v, form feed \f',
  'نص من اليمين 👩‍👩‍👧 e\u0301',
  // Together more than one chunk from the disk.
  ...Array.from({ length: 40 }, (_, n) => `${n} ${'é'.repeat(1500)}`),
];

const folder = temporaryFolder(afterAll);
const ada = await signUp({ firstname: 'Ada\\', lastname: "O'Hara\tLovelace", phonenumber: '+1 415 555 0100' });
const grace = await signUp({ firstname: 'Grace', lastname: '', phonenumber: '(415) 555-0101' });
await ada.connect(grace);
for (const content of CONTENTS) await say(ada, grace, content);
await grace.post('/api/messages/read', { sender: ada.uid });
await grace.choose('Dark');
await settled();
// One that no worker takes.
await source.pool.query(`insert into causes (priority, cause, choice) select 2, 'mood', id from mood_choices`);

let file: string;
beforeEach(() => {
  file = join(folder, `${crypto.randomUUID()}.sql`);
});

const emptyDatabases: TestDatabase[] = [];
afterAll(() => Promise.all(emptyDatabases.map((database) => database.drop())));

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase('template1');
  emptyDatabases.push(database);
  return database;
}

async function say(from: Member, to: Member, content: string): Promise<{ id: string; seq: number }> {
  const { status, body } = await from.say(to, content);
  if (status !== 200) throw new Error(`A message was answered ${status}`);
  return body;
}

/** Without the record of migrations, which a restore makes itself. */
const tablesOf = async (pool: pg.Pool): Promise<string[]> =>
  (
    await pool.query(`
      select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations' order by relname collate "C"`)
  ).rows.map(({ relname }) => relname);

/** All rows of all tables. */
async function rowsOf(pool: pg.Pool): Promise<Record<string, string[]>> {
  const entries = (await tablesOf(pool)).map(async (table) => {
    const { rows } = await pool.query(`select t::text as row from ${table} t order by 1`);
    return [table, rows.map(({ row }) => row)];
  });
  return Object.fromEntries(await Promise.all(entries));
}

test('a restore makes the same schema and rows', async () => {
  const target = await emptyDatabase();
  await backUp(source.url, file);
  await restore(target.url, file);
  expect(await schemaOf(target.pool)).toEqual(await schemaOf(source.pool));
  const rows = await rowsOf(target.pool);
  expect(rows).toEqual(await rowsOf(source.pool));
  expect(rows.messages).toHaveLength(CONTENTS.length + 1);
  expect(rows.texts!.length).toBeGreaterThan(CONTENTS.length);
  expect(rows.causes).toHaveLength(1);
  expect(await migrate(target.pool)).toEqual([]);
});

test('a backup during writes is a snapshot with everything acknowledged before it', async () => {
  const target = await emptyDatabase();
  const before = [await say(ada, grace, 'before')];
  let over = false;
  const write = async (from: Member, to: Member) => {
    const said = [];
    while (!over) said.push(await say(from, to, 'meanwhile'));
    return said;
  };
  const writing = [write(ada, grace), write(grace, ada), write(ada, grace)];
  const sums = await backUp(source.url, file);
  over = true;
  const meanwhile = (await Promise.all(writing)).flat();
  await restore(target.url, file);

  const messages = 'select id, seq, sender, receiver, content, timestamp from messages order by seq';
  const { rows: restored } = await target.pool.query(messages);
  const { rows: all } = await source.pool.query(messages);
  const ids = new Set(restored.map(({ id }) => id));
  expect(restored).toEqual(all.filter(({ id }) => ids.has(id)));
  expect(before.filter(({ id }) => !ids.has(id))).toEqual([]);
  expect(meanwhile.length).toBeGreaterThan(0);
  expect(sums.find(({ table }) => table === 'messages')?.rows).toBe(restored.length);

  // One transaction stores a message, the cause of its text and the time in both connections: a backup has all or none.
  // Another one replaces the cause by the text.
  const { rows: torn } = await target.pool.query(`
    with caused as (select unnest(ids) as id from causes union all select id from texts where cause = 'message')
    select id from messages where content in ('before', 'meanwhile') and id not in (select id from caused)
    union all select id from caused where id not in (select id from messages)
    union all select id from caused group by id having count(*) > 1
    union all select c.owner from connections c where seq_at(lastmessage) <> (select max(seq) from messages)`);
  expect(torn).toEqual([]);
  const { rows: next } = await target.pool.query(
    `insert into messages (id, sender, receiver, content) values (gen_random_uuid(), $1, $2, 'after') returning seq`,
    [ada.uid, grace.uid],
  );
  expect(Number(next[0].seq)).toBeGreaterThan(Math.max(...restored.map(({ seq }) => Number(seq))));
});

test('a backup of the last version before 1.0 is restored, and the next start brings it to the newest schema', async () => {
  const [old, target, fresh] = [await emptyDatabase(), await emptyDatabase(), await emptyDatabase()];
  await makeFormerDatabase(old.pool);
  await old.pool.query(
    `insert into users (id, name, firstname, lastname, email) values (gen_random_uuid(), '', 'Ada', 'Lovelace', 'ada@example.com')`,
  );
  await backUp(old.url, file);
  await restore(target.url, file);
  expect((await rowsOf(target.pool)).users).toEqual((await rowsOf(old.pool)).users);
  expect(await migrate(target.pool)).not.toContain('0040-schema');
  await migrate(fresh.pool);
  expect(await schemaOf(target.pool)).toEqual(await schemaOf(fresh.pool));
});

test('an older backup, which has the schema itself, is restored and brought to the newest schema', async () => {
  const [target, fresh] = [await emptyDatabase(), await emptyDatabase()];
  const sums = await restore(target.url, join(import.meta.dirname, '../../../fixtures/backups/with-schema.sql.gz'));
  expect(sums).toContainEqual({ table: 'messages', rows: 1, checksum: expect.any(String) });
  await Promise.all([migrate(target.pool), migrate(fresh.pool)]);
  expect(await schemaOf(target.pool)).toEqual(await schemaOf(fresh.pool));
  const { rows } = await target.pool.query('select firstname from users order by firstname');
  expect(rows).toEqual([{ firstname: 'Ada' }, { firstname: 'Grace' }]);
});

test('only its owner can read a backup, and an existing file is not overwritten', async () => {
  await backUp(source.url, file);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await expect(backUp(source.url, file)).rejects.toThrow('is there already');
});

describe('nothing is backed up, and no file is left,', () => {
  afterEach(() => expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false]));

  test('of a database without a Moodring', async () => {
    await expect(backUp((await emptyDatabase()).url, file)).rejects.toThrow('There is no Moodring in this database.');
  });

  test('of a database with tables of something else', async () => {
    await source.pool.query('create table loud ()');
    await expect(backUp(source.url, file)).rejects.toThrow(`more than Moodring's tables: loud. Use pg_dump`);
    await source.pool.query('drop table loud');
  });

  test('of a database of a newer version', async () => {
    await source.pool.query(`insert into migrations values ('9999-telepathy')`);
    await expect(backUp(source.url, file)).rejects.toThrow('was used by a newer Moodring.');
    await source.pool.query(`delete from migrations where name = '9999-telepathy'`);
  });

  test('when the connection breaks in the middle', async () => {
    const unlock = await holdTransaction(source.pool, 'lock table users');
    const backup = backUp(source.url, file);
    const refused = expect(backup).rejects.toThrow(/terminat/);
    const victim = `select pg_terminate_backend(pid) from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database() and query like 'lock table%'`;
    while ((await source.pool.query(victim)).rowCount === 0);
    await refused;
    await unlock();
  });
});

describe('nothing is restored', () => {
  let target: TestDatabase;
  beforeAll(async () => {
    target = await emptyDatabase();
  });
  const changed = async (change: (script: string) => string) => {
    await backUp(source.url, file);
    await writeFile(file, change(await readFile(file, 'utf8')));
  };
  const expectRefusal = async (words: string | RegExp) => {
    await expect(restore(target.url, file)).rejects.toThrow(words);
    expect(await tablesOf(target.pool)).toEqual([]);
  };

  test('onto a database that is not empty', async () => {
    await backUp(source.url, file);
    await target.pool.query('create table kept as select 42 as answer');
    await expect(restore(target.url, file)).rejects.toThrow('The database is not empty: it has kept.');
    expect(await rowsOf(target.pool)).toEqual({ kept: ['(42)'] });
    await target.pool.query('drop table kept');
  });

  test.each([
    ['in the middle of a row', (script: string) => script.slice(0, script.indexOf('meanwhile') + 4)],
    ['before the end of a table', (script: string) => script.slice(0, script.indexOf('\\.\n\n'))],
    ['after a table', (script: string) => script.slice(0, script.indexOf('\\.\n\n') + 3)],
    ['before its sums', (script: string) => script.slice(0, script.indexOf('\n-- accounts') + 1)],
    ['among its sums', (script: string) => script.slice(0, script.indexOf('-- users has'))],
    ['before it begins', () => ''],
  ])('from a file that ends %s', async (_, cut) => {
    await changed(cut);
    await expectRefusal(/ends in the middle|not as they were|not whole|no backup/);
  });

  const NOT_THE_SAME = 'These tables are not as they were: messages. Nothing was restored.';
  const DAMAGED = /^The backup is damaged: PostgreSQL does not take it \(22P02\)\. Nothing was restored\.$/;
  test.each<[string, string | RegExp, string, string | RegExp]>([
    ['in which one letter of one message is another', '\tbefore\t', '\tBefore\t', NOT_THE_SAME],
    ['in which a row is missing', /^.*\tbefore\t.*\n/m, '', NOT_THE_SAME],
    ['with a broken line, whose text is not shown', /^[^\t\n]+(\t.*\tbefore\t.*)$/m, 'one of the moods$1', DAMAGED],
  ])('from a file %s', async (_, whole, damaged, words) => {
    await changed((script) => script.replace(whole, damaged));
    await expectRefusal(words);
  });

  test('from a file of a newer version', async () => {
    await changed((script) => script.replace('0040-schema', '0040-schema, 9999-telepathy'));
    await expectRefusal('The backup is of a newer Moodring, with 9999-telepathy. Restore it with that version');
  });

  test.each(['PGDMP\x01\x0e', '--\n-- PostgreSQL database dump\n'])('of another kind: %j', async (beginning) => {
    await writeFile(file, beginning);
    await expectRefusal('is no backup of Moodring.');
  });
});
