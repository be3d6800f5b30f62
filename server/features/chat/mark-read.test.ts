import { beforeEach, expect, test } from 'vitest';
import type { Message } from '#contract/views.ts';
import type { Member } from '#fixtures/client.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const { visitor, database, signUp, moodring, sql } = await startTestServer();

let ada: Member;
let grace: Member;
let alan: Member;
let last: Message;
beforeEach(async () => {
  [ada, grace, alan] = [await signUp(), await signUp(), await signUp()];
  await ada.connect(grace);
  await alan.connect(grace);
  await say(grace, ada);
  await say(ada, grace);
  last = await say(ada, grace);
});

const say = async (from: Member, to: Member): Promise<Message> => (await from.say(to)).body;

/** The read flags of one person's messages to the other. */
const flags = async (from: Member, to: Member) =>
  (await to.get(`/api/messages?with=${from.uid}`)).body.messages
    .filter((message: Message) => message.sender === from.uid)
    .map((message: Message) => message.read);

const unreadFrom = async (who: Member, other: Member) =>
  (await who.circle()).body.find((entry: { uid: string }) => entry.uid === other.uid).unread;

test('marking read changes all messages of the other person in this conversation, and no others', async () => {
  expect(await unreadFrom(grace, ada)).toBe(3);
  const { status, body } = await grace.post('/api/messages/read', { sender: ada.uid });
  expect([status, body]).toEqual([200, { through: last.seq }]);
  expect(await flags(ada, grace)).toEqual([true, true, true]);
  expect(await unreadFrom(grace, ada)).toBe(0);
  expect(await flags(grace, ada)).toEqual([false]);
  expect(await unreadFrom(ada, grace)).toBe(1);
  expect(await flags(alan, grace)).toEqual([false]);
  expect(await unreadFrom(grace, alan)).toBe(1);
});

test.each(['HTTP', 'live'])('a read mark reaches all tabs of both people, and no one else: over %s', async (way) => {
  const tab = await grace.listen();
  const lives = [await ada.listen(), await grace.listen()];
  const eve = await alan.listen();
  if (way === 'HTTP') await grace.post('/api/messages/read', { sender: ada.uid });
  else tab.send({ type: 'read', sender: ada.uid });
  const published = { type: 'read', by: grace.uid, sender: ada.uid, through: last.seq };
  expect(await tab.next('read')).toEqual(published);
  for (const live of lives) expect(await live.everything()).toEqual([published]);
  expect(await eve.everything()).toEqual([]);
  expect(await unreadFrom(grace, ada)).toBe(0);
});

test('when many tabs mark at once, it is published once; marking again changes and publishes nothing', async () => {
  const live = await ada.listen();
  const mark = () => grace.post('/api/messages/read', { sender: ada.uid });
  const answers = await Promise.all(Array.from({ length: 10 }, mark));
  expect(answers.filter(({ body }) => body.through > 0)).toHaveLength(1);
  expect(await live.everything()).toHaveLength(1);
  expect((await mark()).body).toEqual({ through: 0 });
  expect(await live.everything()).toEqual([]);
});

test('senders cannot mark their own messages as read, nor other people a pair’s', async () => {
  await ada.post('/api/messages/read', { sender: ada.uid });
  await alan.post('/api/messages/read', { sender: ada.uid });
  expect((await visitor.post('/api/messages/read', { sender: ada.uid })).status).toBe(401);
  expect(await flags(ada, grace)).toEqual([false, false, false]);
});

test.each([{}, { sender: 'ada' }, { sender: null }])('a sender that is no uid is refused: %j', async (body) => {
  expect((await grace.post('/api/messages/read', body)).status).toBe(400);
  const { rowCount } = await database.pool.query('select from messages where read and id = $1', [last.id]);
  const own = await flags(ada, grace);
  expect([own, rowCount]).toEqual([[false, false, false], 0]);
});

test('a flood of read marks uses two connections only: another person’s mood is stored meanwhile', async () => {
  const live = await grace.listen();
  for (let n = 0; n < 400; n++) live.send({ type: 'read', sender: crypto.randomUUID() });
  expect((await alan.choose('Dark')).status).toBe(200);
  expect(moodring.context.pool.waitingCount).toBe(0);
});

test('a thousand unread messages are all marked', async () => {
  await sql`insert into messages (id, sender, receiver, content)
     select gen_random_uuid(), ${ada.uid}, ${grace.uid}, n::text from generate_series(1, 1200) n`;
  const rows = await sql`select max(seq) as newest from messages where receiver = ${grace.uid}`;
  expect((await grace.post('/api/messages/read', { sender: ada.uid })).body).toEqual({ through: rows[0].newest });
  expect(await unreadFrom(grace, ada)).toBe(0);
});
