import { beforeEach, expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const GREETING = 'Hey 👋 how are you doing today?';

const { origin, database, signUp, texts, deleteTexts } = await startTestServer();

let ada: Member;
let grace: Member;
beforeEach(async () => {
  await deleteTexts();
  ada = await signUp({ firstname: 'Ada', lastname: 'Lovelace', phonenumber: '+14155550100' });
  grace = await signUp({ firstname: 'Grace', lastname: 'Hopper', phonenumber: '+14155550101' });
});

const connectionsOf = async (...people: Member[]) => {
  const uids = people.map(({ uid }) => uid);
  return (await database.pool.query('select owner, other from connections where owner = any($1)', [uids])).rows;
};

const conversation = async (who: Member, other: Member) =>
  (await who.get(`/api/messages?with=${other.uid}`)).body.messages;

test('connecting makes the connection in both directions, with a greeting, and one text about the connection alone', async () => {
  const { status, body } = await ada.connect(grace);
  expect(status).toBe(200);
  expect(body).toEqual((await ada.circle()).body[0]);
  expect(body).toMatchObject({ uid: grace.uid, firstname: 'Grace', mood: 'Green', unread: 0 });
  expect((await grace.circle()).body).toMatchObject([{ uid: ada.uid, unread: 1 }]);
  expect(await connectionsOf(ada, grace)).toHaveLength(2);
  const [greeting, ...others] = await conversation(grace, ada);
  expect(others).toEqual([]);
  expect(greeting).toMatchObject({ sender: ada.uid, receiver: grace.uid, content: GREETING, read: false });
  for (const who of [ada, grace]) expect((await who.circle()).body[0].lastmessage).toBe(greeting.timestamp);
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

test('the greeting is in the language of the person who gets it', async () => {
  expect((await grace.set({ language: 'de' })).status).toBe(200);
  await ada.connect(grace);
  expect(await conversation(ada, grace)).toMatchObject([{ sender: ada.uid, content: 'Hey 👋 wie geht’s dir heute?' }]);
  const mei = await signUp();
  await grace.connect(mei);
  expect(await conversation(mei, grace)).toMatchObject([{ content: GREETING }]);
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

test.each<[string, () => string, number, string]>([
  ['who does not exist', () => crypto.randomUUID(), 404, 'not_found'],
  ['what is no uid', () => 'nobody', 404, 'not_found'],
  ['themself', () => ada.uid, 400, 'invalid'],
])('nobody is connected with %s', async (_, uid, ...refusal) => {
  const { status, body } = await ada.put(`/api/users/${ada.uid}/connections/${uid()}`);
  expect([status, body.error.code]).toEqual(refusal);
  expect((await ada.circle()).body).toEqual([]);
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
  for (const [entry, tabs] of [
    [graceForAda, lives.ada],
    [adaForGrace, lives.grace],
  ] as const)
    for (const live of tabs)
      expect(await live.everything()).toEqual([
        { type: 'message', message: greeting },
        { type: 'connection', entry },
      ]);
  for (const live of others) expect(await live.everything()).toEqual([]);
});

test('both see exactly the fields of the specification, their own email alone', async () => {
  await ada.connect(grace);
  const { uid, firstname, lastname, phonenumber } = ada;
  const seen = { uid, firstname, lastname, initials: 'AL', phonenumber, mood: 'Green' };
  // A uid is the same in capitals.
  for (const [who, path, email] of [
    [ada, uid, ada.email],
    [ada, uid.toUpperCase(), ada.email],
    [grace, uid, ''],
  ] as const) {
    const { status, body } = await who.get(`/api/users/${path}/info`);
    expect([status, body]).toEqual([200, { ...seen, email }]);
  }
});
