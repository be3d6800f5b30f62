import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { INDEX_PLANS } from '#server/database/chat-connection.ts';
import { startPushTestServer, write } from '#tests/support/push/push-test-server.ts';

const { database, signUp, subscribe, expectTags, settled } = await startPushTestServer();
const { pool } = database;

/** The statements of pushes by their names. */
const statements = new Map<string, string>();

test('the statements are found, and pushes go out among thousands of rows', async () => {
  await pool.query(
    `with people as (
       insert into users (id, name, firstname, lastname, email, phonenumber)
       select gen_random_uuid(), '', 'Stranger', n::text, n || '@strangers.example', '' from generate_series(1, 2000) n returning id
     ), numbered as (
       select id, lead(id) over (order by id) as next from people
     ), connected as (
       insert into connections (owner, other) select id, next from numbered where next is not null
     ), wrote as (
       insert into messages (id, sender, receiver, content)
       select gen_random_uuid(), id, next, 'Hello' from numbered, generate_series(1, 3) where next is not null
     )
     insert into mood_choices (uid, mood) select id, 'Green' from people, generate_series(1, 5)`,
  );
  await pool.query('analyze');
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  const [ada, grace] = [await signUp({ firstname: 'Ada' }), await signUp({ firstname: 'Grace' })];
  await ada.connect(grace);
  const phone = await subscribe(grace, 'phone');
  await ada.choose('Dark');
  await expectTags(phone, `mood-${ada.uid}`);
  await write(ada, grace);
  await settled();
  expect(phone.tags()).toHaveLength(2);
  for (const [query] of queries.mock.calls) {
    const { name, text } = query as { name?: string; text?: string };
    if (name && text) statements.set(name, text);
  }
  queries.mockRestore();
  expect([...statements.keys()]).toEqual(
    expect.arrayContaining(['find-push-devices', 'claim-pushes', 'settle-pushes']),
  );
});

test.each(['find-push-devices', 'store-pushes', 'claim-pushes', 'push-details', 'settle-pushes'])(
  '%s reads the rows that it needs by an index, however many there are',
  async (name) => {
    const connection = await pool.connect();
    await connection.query(['begin', ...INDEX_PLANS.map((setting) => `set local ${setting}`)].join('; '));
    const { rows } = await connection.query(`explain (generic_plan) ${statements.get(name)}`);
    await connection.query('rollback');
    connection.release();
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).not.toMatch(/Seq Scan on (messages|users|connections|mood_choices|sessions|pushes|push_devices)/);
    if (name === 'claim-pushes') expect(plan).toContain('Index Scan using pushes_due');
  },
);
