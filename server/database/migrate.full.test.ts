import { Migrator } from 'kysely/migration';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { toE164 } from '#server/phone-numbers/parse-number.ts';
import { readPhone } from '#server/phone-numbers/read-number.ts';
import { createTestDatabase } from '#tests/support/database/database.ts';
import { connectDatabase } from './connect.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());
beforeEach(() => database.pool.query('drop schema public cascade; create schema public'));

/** All columns, indexes and constraints of the schema. */
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

/** A database of a version before this migration. */
async function migrateUpTo(next: string) {
  const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < next));
  const migrator = new Migrator({ db: database.db, provider: { getMigrations: async () => before } });
  await migrator.migrateToLatest();
}

test('an empty database gets the newest schema, and running it again changes nothing', async () => {
  expect(await migrate(database.db)).toEqual(Object.keys(migrations));
  const before = await schema();
  expect(before).toEqual(expect.arrayContaining([expect.stringMatching(/^messages\.seq bigint NO/)]));
  await database.pool.query(
    `insert into users (id, name, firstname, lastname, email) values (gen_random_uuid(), '', 'Ada', 'Lovelace', 'ada@example.com')`,
  );
  expect(await migrate(database.db)).toEqual([]);
  expect(await schema()).toEqual(before);
  expect(await database.db.selectFrom('users').select('name').execute()).toEqual([{ name: 'Ada Lovelace' }]);
});

test('data of a newer version is refused with words that say so', async () => {
  await migrate(database.db);
  await database.pool.query(`insert into kysely_migration (name, timestamp) values ('9999-later', now()::text)`);
  await expect(migrate(database.db)).rejects.toThrow('The data was used by a newer Moodring.');
});

test('nodes that start together wait for each other: one of them migrates', async () => {
  const nodes = Array.from({ length: 6 }, () => connectDatabase(database.url, { max: 2 }));
  const ran = await Promise.all(nodes.map(({ db }) => migrate(db)));
  await Promise.all(nodes.map(({ db }) => db.destroy()));
  expect(ran.filter((names) => names.length > 0)).toEqual([Object.keys(migrations)]);
});

const NUMBERS = [
  { typed: '(415) 555-0100', phone_e164: '+14155550100', phone_key: '+14155550100' },
  { typed: '+49 171 1234567', phone_e164: '+491711234567', phone_key: '+491711234567' },
  { typed: '٠٢٠ 123', phone_e164: null, phone_key: '+120123' },
];

test.each(['0005-search', '0013-whole-names-and-numbers'])(
  'people who were there before %s have the same search keys as those who come after',
  async (migration) => {
    await migrateUpTo(migration);
    const signUpAll = async (when: string, column: 'phone_e164' | 'phone_key') => {
      for (const [n, number] of NUMBERS.entries())
        await database.pool.query(
          `insert into users (id, name, firstname, lastname, email, phonenumber, ${column})
           values (gen_random_uuid(), '', 'Ada', 'Lovelace', $1, $2, $3)`,
          [`${when} ${n}`, number.typed, number[column]],
        );
    };
    await signUpAll('before', 'phone_e164');
    await migrate(database.db);
    await signUpAll('after', 'phone_key');
    const { rows } = await database.pool.query(
      `select u.email, array_agg(k.begins || k.key order by k.begins, k.key) as keys
       from users u join search_keys k on k.uid = u.id group by u.email order by u.email`,
    );
    const keys = rows.map((row) => row.keys);
    expect(keys.slice(3)).toEqual(keys.slice(0, 3));
    const expected = ['trueada\nlovelace', 'truelovelace\nada', 'falseovelace\nada', 'false555-0100', 'false0100'];
    expect(keys[0]).toEqual(expect.arrayContaining(expected));
    expect(keys[1]).toContain('false01711234567');
    expect(keys[2]).toContain('false020123');
  },
);

test('people who opted out stay hidden when the search keys are rebuilt', async () => {
  await migrateUpTo('0013-whole-names-and-numbers');
  await database.pool.query(
    `insert into users (id, name, firstname, lastname, email, phonenumber, phone_e164, found_by_name, found_by_phone)
     select gen_random_uuid(), '', 'Ada', 'Lovelace', n, '(415) 555-0100', '+14155550100', n = 'by name', n = 'by number'
     from unnest(array['by name', 'by number', 'not at all']) n`,
  );
  await migrate(database.db);
  const { rows } = await database.pool.query(
    `select u.email, bool_or(key ~ 'ada') as name, bool_or(key ~ '415') as number
     from users u join search_keys k on k.uid = u.id group by u.email order by u.email`,
  );
  expect(rows).toEqual([
    { email: 'by name', name: true, number: false },
    { email: 'by number', name: false, number: true },
  ]);
});

test.each(['US', 'DE'] as const)(
  'numbers that are stored already are read as a sign-up in %s reads them, and proofs stay',
  async (country) => {
    await migrateUpTo('0035-read-numbers');
    const typed = [
      ...['(415) 555-0100', '+1 415 555 0101 7', '0171 1234567', '+43 664 1234567', '911', '+1 900 555 0123'],
      ...['+870 773 123 456', 'call 12', 'ask me', ''],
    ];
    await database.pool.query(
      `insert into users (id, name, firstname, lastname, email, phonenumber, phone_e164, phone_proven_at, chat_texts)
       select gen_random_uuid(), '', 'Ada', 'Lovelace', n, typed, e164, now(), n % 2 = 0
       from unnest($1::text[], $2::text[]) with ordinality as number (typed, e164, n)`,
      [typed, typed.map((each) => toE164(each, country))],
    );
    await database.pool.query(
      `insert into texts (id, kind, cause, phone_number, message, status)
       select gen_random_uuid(), 'general', 'form', typed, typed, 'sent' from unnest($1::text[]) typed`,
      [typed],
    );
    await database.pool.query(
      `insert into departures (uid, phonenumber, phone_e164) select gen_random_uuid(), typed, null from unnest($1::text[]) typed`,
      [typed],
    );
    await migrate(database.db, country);
    const read = typed.map((each) => readPhone(each, country));
    const people = await database.pool.query(
      `select phone_key as "phoneKey", phone_dialled as "phoneDialled", phone_restriction as "phoneRestriction"
       from users where phone_proven_at is not null order by email::int`,
    );
    // A sign-up stored the number in E.164 before, too.
    expect(people.rows).toEqual(read.map(({ phoneE164, ...columns }) => columns));
    for (const table of ['texts', 'departures']) {
      const { rows } = await database.pool.query(`select phone_key from ${table} where phone_key is not null`);
      expect(rows.map(({ phone_key }) => phone_key).sort(), table).toEqual(
        read.flatMap(({ phoneKey }) => phoneKey ?? []).sort(),
      );
    }
    const { rows } = await database.pool.query(`select 1 from search_keys where key = '+14155550101'`);
    expect(rows).toHaveLength(1);
  },
);

test('texts that are on their way before 0037 keep their ids, and each friend of a half-done call has one', async () => {
  await migrateUpTo('0037-texts-as-rows');
  const [ada, grace, sam, choice] = Array.from({ length: 4 }, () => crypto.randomUUID());
  const idOf = (place: number) => `${choice!.slice(0, 28)}0000000${place}`;
  for (const [uid, phone] of [
    [ada, '+14155550100'],
    [grace, '+14155550101'],
    [sam, '+14155550102'],
  ])
    await database.pool.query(
      `insert into users (id, name, firstname, lastname, email, phonenumber, phone_key) values ($1::uuid, '', 'Ada', 'Lovelace', $1, $2, $2)`,
      [uid, phone],
    );
  await database.pool.query(`insert into mood_choices (id, uid, mood) values ($1, $2, 'Dark')`, [choice, ada]);
  await database.pool.query(
    `insert into text_causes (priority, cause, choice, ids, claims) values (0, 'mood', $1, $2, 1)`,
    [choice, [grace, sam]],
  );
  await database.pool.query(
    `insert into texts (id, kind, cause, cause_id, author, recipient, status, last_error) values
       ($1, 'general', 'mood', $2, $3, $4, 'queued', null),
       (gen_random_uuid(), 'general', 'message', null, $3, $4, 'cancelled', 'held back: one of the two does not want it')`,
    [idOf(1), choice, ada, grace],
  );
  await migrate(database.db);
  const { rows } = await database.pool.query(
    'select id, recipient, phone_key, status from texts where cause_id = $1 order by id',
    [choice],
  );
  expect(rows).toEqual([
    { id: idOf(1), recipient: grace, phone_key: '+14155550101', status: 'queued' },
    { id: idOf(2), recipient: sam, phone_key: '+14155550102', status: 'queued' },
  ]);
  expect((await database.pool.query('select from causes')).rowCount).toBe(0);
  const { rows: reasons } = await database.pool.query('select reason from texts where reason is not null');
  expect(reasons).toEqual([{ reason: 'unwanted' }]);
});

test('what is to be told before 0038 stays one cause: of a call whose texts are made the pushes, and asks that still have to open', async () => {
  await migrateUpTo('0038-one-table-of-causes');
  const [both, pushed, untold, told] = Array.from({ length: 4 }, () => crypto.randomUUID());
  for (const [choice, toldAt] of [
    [both, null],
    [pushed, 'now'],
    [untold, null],
    [told, 'now'],
  ])
    await database.pool.query(
      `with person as (
         insert into users (id, name, firstname, lastname, email)
         select id, '', '', '', id || '@example.com' from gen_random_uuid() id returning id
       ), ask as (
         insert into asks (uid, level, asked_at, called_at, opens_at, told_at)
         select id, 'Dark', now(), now(), now(), $2::timestamptz from person returning id, uid
       )
       insert into mood_choices (id, uid, mood, ask) select $1, uid, 'Dark', id from ask`,
      [choice, toldAt],
    );
  const message = crypto.randomUUID();
  await database.pool.query(
    `insert into text_causes (priority, cause, choice, ids) values (0, 'mood', $1, null), (1, 'message', null, $2)`,
    [both, [message]],
  );
  await database.pool.query(
    `insert into push_causes (priority, cause, choice, ids) values
       (0, 'mood', $1, null), (0, 'mood', $2, null), (1, 'message', null, $3), (1, 'answer', null, $4)`,
    [both, pushed, [message], [told]],
  );
  await migrate(database.db);
  const { rows } = await database.pool.query(
    'select cause, coalesce(choice, ids[1]) as about from causes order by priority, id',
  );
  expect(rows).toEqual([
    { cause: 'mood', about: both },
    { cause: 'again', about: pushed },
    { cause: 'mood', about: untold },
    { cause: 'message', about: message },
    { cause: 'answer', about: told },
  ]);
});
