import pg from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import { Causes } from '#tests/support/database/insert-causes.ts';
import { createOutboxFixture } from '#tests/support/servers/outbox.ts';

const fixture = await createOutboxFixture();
const causes = new Causes(fixture.pool);

/** The statements of the outbox by their names. */
const statements = new Map<string, string>();

/** Fills the tables, and sends some texts of each cause. */
beforeAll(async () => {
  await fixture.pool.query(
    `with people as (
       insert into users (id, name, firstname, lastname, email, phonenumber)
       select gen_random_uuid(), '', 'Stranger', n::text, n || '@example.com', '+1415' || (5550000 + n) from generate_series(1, 2000) n
       returning id
     ), numbered as (
       select id, lead(id) over (order by id) as next from people
     ), connected as (
       insert into connections (owner, other) select id, next from numbered where next is not null
     ), wrote as (
       insert into messages (id, sender, receiver, content)
       select gen_random_uuid(), id, next, 'Hello' from numbered, generate_series(1, 3) where next is not null returning id
     ), texted as (
       insert into texts (id, kind, cause, status, settled_at) select id, 'general', 'message', 'sent', now() from wrote
     )
     insert into mood_choices (uid, mood) select id, 'Green' from people, generate_series(1, 10)`,
  );
  await fixture.pool.query('analyze');
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  const { ada, friends } = await causes.circle(3);
  await causes.messages(ada, friends);
  await causes.call(ada);
  await fixture.store({});
  const outbox = fixture.start({}, { general: { name: 'a gateway', send: async () => ({ providerId: null }) } });
  await fixture.settled();
  expect(await causes.left()).toEqual([]);
  for (const [query] of queries.mock.calls) {
    const { name, text } = query as { name?: string; text?: string };
    if (name && text) statements.set(name, text);
  }
  queries.mockRestore();
  await outbox.stop();
}, 60_000);

test.each(['claim-causes', 'friends-to-text', 'store-recipients', 'due-texts', 'claim-texts', 'record-outcomes'])(
  '%s reads the rows that it needs by an index, however many there are',
  async (name) => {
    expect([...statements.keys()]).toContain(name);
    const { rows } = await fixture.pool.query(`explain (generic_plan) ${statements.get(name)}`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).not.toMatch(/Seq Scan on (messages|users|texts|connections|mood_choices)/);
    // All texts that wait, of which there may be many after an outage.
    if (name !== 'claim-texts') expect(plan).not.toContain('texts_waiting');
  },
);

test('support-waits reads the first of the texts that wait, and sorts none', async () => {
  const { rows } = await fixture.pool.query(`explain (generic_plan, costs off) ${statements.get('support-waits')}`);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/^Limit\n +-> {2}Index Scan using texts_waiting on texts/);
  expect(plan).not.toContain('Sort');
});
