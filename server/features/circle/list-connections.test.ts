import pg from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const { visitor, database, signUp } = await startTestServer();

let ada: Member;
let grace: Member;
let alan: Member;
let eve: Member;
beforeAll(async () => {
  ada = await signUp({ firstname: 'Ada', lastname: 'Lovelace' });
  grace = await signUp({
    firstname: 'Grace',
    lastname: 'Hopper',
    email: 'grace@example.com',
    phonenumber: '415 555 0101',
  });
  alan = await signUp({ firstname: 'Alan', lastname: 'Turing' });
  eve = await signUp({ firstname: 'Eve', lastname: 'Stranger' });
});

const say = (from: Member, to: Member, content: string) =>
  from.post('/api/messages', { id: crypto.randomUUID(), receiver: to.uid, content });

const uids = async (who: Member) => (await who.circle()).body.map((entry: { uid: string }) => entry.uid);

test('a new person’s circle is empty', async () => {
  const { status, body } = await ada.circle();
  expect([status, body]).toEqual([200, []]);
});

test('an entry has exactly the fields of the specification, the unread count, the preview, and when the mood was chosen', async () => {
  const before = Date.now();
  await grace.connect(ada);
  await grace.choose('Purple');
  const { body } = await ada.circle();
  expect(body).toEqual([
    {
      uid: grace.uid,
      firstname: 'Grace',
      lastname: 'Hopper',
      initials: 'GH',
      phonenumber: '415 555 0101',
      email: 'grace@example.com',
      mood: 'Purple',
      moodChosenAt: expect.any(Number),
      lastmessage: expect.any(Number),
      unread: 1,
      preview: { seq: expect.any(Number), mine: false, text: 'Hey 👋 how are you doing today?' },
    },
  ]);
  expect(body[0].lastmessage).toBeGreaterThanOrEqual(before);
  expect(body[0].lastmessage).toBeLessThanOrEqual(Date.now());
});

test('the newest lastmessage comes first, for both', async () => {
  await ada.connect(alan);
  expect(await uids(ada)).toEqual([alan.uid, grace.uid]);
  await say(ada, grace, 'Hello');
  expect(await uids(ada)).toEqual([grace.uid, alan.uid]);
  await say(alan, ada, 'Hi Ada');
  expect(await uids(ada)).toEqual([alan.uid, grace.uid]);
});

test('a connection without messages shows 0, and comes last', async () => {
  await database.db.updateTable('connections').set({ lastmessage: null }).where('other', '=', alan.uid).execute();
  expect((await ada.circle()).body).toMatchObject([{ uid: grace.uid }, { uid: alan.uid, lastmessage: 0 }]);
});

test('unread counts the other person’s messages that are not marked read', async () => {
  const unread = async (who: Member, other: Member) =>
    (await who.circle()).body.find((entry: { uid: string }) => entry.uid === other.uid).unread;
  await ada.post('/api/messages/read', { sender: grace.uid });
  await ada.post('/api/messages/read', { sender: alan.uid });
  expect(await unread(ada, grace)).toBe(0);
  for (let n = 0; n < 3; n++) await say(grace, ada, `Hello ${n}`);
  await say(ada, grace, 'Hello to you');
  expect([await unread(ada, grace), await unread(ada, alan)]).toEqual([3, 0]);
  await ada.post('/api/messages/read', { sender: grace.uid });
  expect(await unread(ada, grace)).toBe(0);
});

test('a circle is visible to its owner only', async () => {
  const hidden = await eve.get(`/api/users/${ada.uid}/connections`);
  expect(hidden.status).toBe(404);
  for (const [who, uid] of [
    [grace, ada.uid],
    [eve, crypto.randomUUID()],
    [eve, 'nobody'],
  ] as const) {
    const { status, body } = await who.get(`/api/users/${uid}/connections`);
    expect({ status, body }).toEqual({ status: 404, body: hidden.body });
  }
  expect((await visitor.get(`/api/users/${ada.uid}/connections`)).status).toBe(401);
});

test('a circle of 60 takes as many queries as an empty one, one of them for the list', async () => {
  await database.pool.query(
    `with friends as (
       insert into users (id, name, firstname, lastname, email)
       select gen_random_uuid(), '', 'Friend', n::text, 'friend' || n || '@example.com' from generate_series(1, 60) n
       returning id
     ) insert into connections (owner, other) select $1, id from friends`,
    [eve.uid],
  );
  const nobody = await signUp({ firstname: 'New' });
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  const countOf = async (who: Member) => {
    queries.mockClear();
    const { body } = await who.circle();
    const texts = queries.mock.calls.map(([query]) => (query as unknown as { text?: string }).text ?? query);
    return {
      entries: body.length,
      all: texts.length,
      circle: texts.filter((text) => /connections/.test(String(text))),
    };
  };
  // Another statement of the server may fall into one count: the least of five has none.
  const leastOf = async (who: Member) => {
    const counts = [];
    for (let n = 0; n < 5; n++) counts.push(await countOf(who));
    return counts.reduce((least, count) => (count.all < least.all ? count : least));
  };
  const many = await leastOf(eve);
  const none = await leastOf(nobody);
  queries.mockRestore();
  expect([many.entries, none.entries]).toEqual([60, 0]);
  expect(many.circle).toHaveLength(1);
  expect(many.all).toBe(none.all);
});

test('reading a circle reads no other people, however many there are', async () => {
  await database.pool.query(
    `insert into users (id, name, firstname, lastname, email)
     select gen_random_uuid(), '', 'Stranger', n::text, 'stranger' || n || '@example.com' from generate_series(1, 1500) n`,
  );
  await database.pool.query('analyze');
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  await eve.circle();
  const texts = queries.mock.calls.map(([query]) => String((query as unknown as { text?: string }).text ?? query));
  queries.mockRestore();
  const list = texts.find((text) => text.includes('connections'));
  const { rows } = await database.pool.query(`explain (generic_plan) ${list}`);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('Index Scan using users_pkey');
  expect(plan).not.toContain('Seq Scan on users');
});
