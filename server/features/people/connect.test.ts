import { beforeEach, describe, expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { deleteTexts } from '#tests/support/database/read-texts.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { connect } from './connect.ts';

const GREETING = 'Hey 👋 how are you doing today?';

const { origin, visitor, database, moodring, signUp, texts } = await startTestServer();

let ada: Member;
let grace: Member;
beforeEach(async () => {
  await deleteTexts(database.pool);
  ada = await signUp({ firstname: 'Ada', lastname: 'Lovelace', phonenumber: '+14155550100' });
  grace = await signUp({ firstname: 'Grace', lastname: 'Hopper', phonenumber: '+14155550101' });
});

const connectionsOf = (...people: Member[]) =>
  database.db
    .selectFrom('connections')
    .select(['owner', 'other'])
    .where(
      'owner',
      'in',
      people.map(({ uid }) => uid),
    )
    .execute();

const conversation = async (who: Member, other: Member) =>
  (await who.get(`/api/messages?with=${other.uid}`)).body.messages;

test('connecting makes the connection in both directions, and answers with the new entry', async () => {
  const { status, body } = await ada.connect(grace);
  expect(status).toBe(200);
  expect(body).toEqual((await ada.circle()).body[0]);
  expect(body).toMatchObject({ uid: grace.uid, firstname: 'Grace', mood: 'Green', unread: 0 });
  expect((await grace.circle()).body).toMatchObject([{ uid: ada.uid, unread: 1 }]);
  expect(await connectionsOf(ada, grace)).toHaveLength(2);
});

test('the greeting is the first chat message, from the one who connected; it is unread and moves lastmessage', async () => {
  await ada.connect(grace);
  const [greeting, ...others] = await conversation(grace, ada);
  expect(others).toEqual([]);
  expect(greeting).toMatchObject({ sender: ada.uid, receiver: grace.uid, content: GREETING, read: false });
  for (const who of [ada, grace]) expect((await who.circle()).body[0].lastmessage).toBe(greeting.timestamp);
});

test('the other gets one text about the connection, and none about the greeting', async () => {
  await ada.connect(grace);
  expect(await texts()).toEqual([
    {
      kind: 'general',
      cause: 'connection',
      recipient: grace.uid,
      author: ada.uid,
      phone_number: '+14155550101',
      message: `Grace, your new connection Ada just sent you a message on Moodring ${origin}`,
    },
  ]);
});

test('somebody without a phone number is connected and greeted without a text', async () => {
  const mute = await signUp();
  expect((await ada.connect(mute)).status).toBe(200);
  expect(await conversation(mute, ada)).toHaveLength(1);
  expect(await texts()).toEqual([]);
});

test.each([
  ['the same person', () => ada.connect(grace)],
  ['the other', () => grace.connect(ada)],
])('connecting again, by %s, changes nothing and answers the same', async (_, again) => {
  await ada.connect(grace);
  const before = [await ada.circle(), await grace.circle()].map(({ body }) => body);
  const { status, body } = await again();
  expect(status).toBe(200);
  expect([...before[0], ...before[1]]).toContainEqual(body);
  expect([await ada.circle(), await grace.circle()].map((answer) => answer.body)).toEqual(before);
  expect(await conversation(ada, grace)).toHaveLength(1);
  expect(await texts()).toHaveLength(1);
});

test('fifty connects from both sides at once make one connection each way, one greeting and one text', async () => {
  const lives = [await ada.listen(), await grace.listen()];
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => (n % 2 ? ada.connect(grace) : grace.connect(ada))),
  );
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect(await connectionsOf(ada, grace)).toHaveLength(2);
  expect(await conversation(ada, grace)).toHaveLength(1);
  expect(await texts()).toHaveLength(1);
  const unread = [...(await ada.circle()).body, ...(await grace.circle()).body].map((entry) => entry.unread);
  expect(unread.sort()).toEqual([0, 1]);
  for (const live of lives) {
    expect((await live.everything()).map(({ type }) => type)).toEqual(['message', 'connection']);
  }
});

test('people who connect with each other at the same moment never deadlock', async () => {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into users (id, name, firstname, lastname, email)
     select gen_random_uuid(), '', 'Friend', n::text, 'friend' || n || '@example.com' from generate_series(1, 400) n
     returning id`,
  );
  const pairs = rows.slice(0, 200).map(({ id }, n) => [id, rows[n + 200]!.id] as const);
  const { context } = moodring;
  const join = (uid: string, other: string) => connect(context, { uid, isNew: false }, other, { network: 'home' });
  // As many at once as need not wait long for one of the pool's connections.
  for (let first = 0; first < pairs.length; first += 20)
    await Promise.all(pairs.slice(first, first + 20).flatMap(([one, other]) => [join(one, other), join(other, one)]));
  const { rows: made } = await database.pool.query('select from connections where owner = any($1)', [
    rows.map(({ id }) => id),
  ]);
  expect(made).toHaveLength(400);
});

describe('the server does not connect', () => {
  test.each([
    ['with who does not exist', crypto.randomUUID(), 404],
    ['with what is no uid', 'nobody', 404],
  ])('%s', async (_, uid, expected) => {
    const { status, body } = await ada.put(`/api/users/${ada.uid}/connections/${uid}`);
    expect([status, body.error.code]).toEqual([expected, 'not_found']);
    expect((await ada.circle()).body).toEqual([]);
  });

  test('with themself', async () => {
    const { status, body } = await ada.connect(ada);
    expect([status, body.error.code]).toEqual([400, 'invalid']);
    expect((await ada.circle()).body).toEqual([]);
  });

  test('by another', async () => {
    const eve = await signUp();
    for (const [owner, other] of [
      [ada, grace],
      [ada, eve],
    ] as const) {
      expect((await eve.put(`/api/users/${owner.uid}/connections/${other.uid}`)).status).toBe(404);
    }
    expect((await visitor.put(`/api/users/${ada.uid}/connections/${grace.uid}`)).status).toBe(401);
    expect(await connectionsOf(ada, grace, eve)).toEqual([]);
    expect(await texts()).toEqual([]);
  });
});

test('all tabs of both receive the greeting and then the connection; no one else does', async () => {
  const friend = await signUp();
  await friend.connect(ada);
  const lives = { ada: [await ada.listen(), await ada.listen()], grace: [await grace.listen()] };
  const others = [await friend.listen(), await (await signUp()).listen()];
  await ada.connect(grace);
  const [greeting] = await conversation(ada, grace);
  const [graceForAda] = (await ada.circle()).body;
  const [adaForGrace] = (await grace.circle()).body;
  for (const live of lives.ada) {
    expect(await live.everything()).toEqual([
      { type: 'message', message: greeting },
      { type: 'connection', entry: graceForAda },
    ]);
  }
  for (const live of lives.grace) {
    expect(await live.everything()).toEqual([
      { type: 'message', message: greeting },
      { type: 'connection', entry: adaForGrace },
    ]);
  }
  for (const live of others) expect(await live.everything()).toEqual([]);
});
