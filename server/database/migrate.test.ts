import { Migrator } from 'kysely/migration';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { connectDatabase } from './connect.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());
beforeEach(() => database.pool.query('drop schema public cascade; create schema public'));

/** Every column, index and rule of the schema. */
async function schema() {
  const { rows } = await database.pool.query(`
    select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable as part
    from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    order by 1`);
  return rows.map(({ part }) => part);
}

test('an empty database is brought to the newest schema', async () => {
  expect(await migrate(database.db)).toEqual(Object.keys(migrations));
  expect(await schema()).toEqual(expect.arrayContaining([expect.stringMatching(/^messages\.seq bigint NO/)]));
});

test('doing it again changes nothing', async () => {
  await migrate(database.db);
  const before = await schema();
  await database.pool.query(
    `insert into users (id, name, firstname, lastname, email) values (gen_random_uuid(), '', 'Ada', 'Lovelace', 'ada@example.com')`,
  );
  expect(await migrate(database.db)).toEqual([]);
  expect(await schema()).toEqual(before);
  expect(await database.db.selectFrom('users').select('name').execute()).toEqual([{ name: 'Ada Lovelace' }]);
});

test('nodes that start together wait for each other: one of them migrates', async () => {
  const nodes = Array.from({ length: 6 }, () => connectDatabase(database.url, 2));
  const ran = await Promise.all(nodes.map(({ db }) => migrate(db)));
  await Promise.all(nodes.map(({ db }) => db.destroy()));
  expect(ran.filter((names) => names.length > 0)).toEqual([Object.keys(migrations)]);
});

test('people who were there before the search’s keys have the same keys as those who come after', async () => {
  const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0005-search'));
  const migrator = new Migrator({ db: database.db, provider: { getMigrations: async () => before } });
  await migrator.migrateToLatest();
  const signUp = (email: string) =>
    database.pool.query(
      `insert into users (id, name, firstname, lastname, email, phonenumber, phone_e164)
       values (gen_random_uuid(), '', 'Ada', 'Lovelace', $1, '(415) 555-0100', '+14155550100')`,
      [email],
    );
  await signUp('before@example.com');
  await migrate(database.db);
  await signUp('after@example.com');
  const { rows } = await database.pool.query(
    `select u.email, array_agg(k.begins || k.key order by k.begins, k.key) as keys
     from users u join search_keys k on k.uid = u.id group by u.email`,
  );
  const [one, other] = rows.map(({ keys }) => keys);
  expect(one).toEqual(other);
  expect(one).toEqual(
    expect.arrayContaining(['trueada', 'truelovelace', 'falseovelace', 'false555-0100', 'false0100']),
  );
});
