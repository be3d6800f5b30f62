import { beforeEach, expect, test } from 'vitest';
import type { Message, MessagePage } from '#contract/views.ts';
import type { Member } from '#fixtures/client.ts';
import { say } from '#tests/support/people/chat-friends.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const { database, signUp } = await startTestServer();

/** Ada writes, Grace reads. */
let ada: Member;
let grace: Member;
let before: Message;
let after: Message;
beforeEach(async () => {
  [ada, grace] = [await signUp(), await signUp()];
  await ada.connect(grace);
  before = await say(ada, grace, 'before');
  await read(grace, ada);
});

const read = (who: Member, sender: Member) => who.post('/api/messages/read', { sender: sender.uid });
const page = async (who: Member, other: Member, query = ''): Promise<MessagePage> =>
  (await who.get(`/api/messages?with=${other.uid}${query}`)).body;

/** The contents that a person is shown as read by the other. */
const readBy = async (other: Member, who: Member) =>
  (await page(who, other)).messages
    .filter(({ sender, read }) => sender === who.uid && read)
    .map(({ content }) => content)
    .filter((content) => !content.startsWith('Hey'));

const stored = async (message: Message) =>
  (await database.pool.query('select read from messages where id = $1', [message.id])).rows[0].read;

test('who hides it is not shown to have read: no frame, no page, no repeated send, no export; it is stored all the same', async () => {
  await grace.set({ showsRead: false });
  after = await say(ada, grace, 'after');
  const [adas, graces] = [await ada.listen(), await grace.listen()];
  expect((await read(grace, ada)).body).toEqual({ through: after.seq });
  expect(await graces.next('read')).toMatchObject({ by: grace.uid, through: after.seq });
  expect(await adas.everything()).toEqual([]);
  expect(await stored(after)).toBe(true);

  expect(await readBy(grace, ada)).toEqual(['before']);
  expect((await page(ada, grace, `&around=${after.seq}`)).messages.at(-1)).toMatchObject({ id: after.id, read: false });
  const again = await ada.post('/api/messages', { id: after.id, receiver: grace.uid, content: 'after' });
  expect(again.body).toEqual({ ...after, read: false });
  const { messages } = (await ada.get(`/api/users/${ada.uid}/export`)).body;
  expect(messages.find(({ id }: Message) => id === after.id).read).toBe(false);
  expect(messages.find(({ id }: Message) => id === before.id).read).toBe(true);
  // The reader's own view and count are as specified.
  expect((await page(grace, ada)).messages.at(-1)).toMatchObject({ id: after.id, read: true });
  expect((await grace.circle()).body[0].unread).toBe(0);
});

test('to the sender it is the same as not read yet: marks that were shown stay, and so does the first unread message', async () => {
  after = await say(ada, grace, 'after');
  const unread = await page(ada, grace);
  expect(unread.firstUnread.mine).toBe(after.seq);
  await grace.set({ showsRead: false });
  expect(await page(ada, grace)).toEqual(unread);
  await read(grace, ada);
  expect(await page(ada, grace)).toEqual(unread);
  const next = await say(ada, grace, 'next');
  await read(grace, ada);
  const { messages, firstUnread } = await page(ada, grace);
  expect([messages.slice(-2).map((message) => message.read), firstUnread.mine]).toEqual([[false, false], after.seq]);
  expect(await stored(next)).toBe(true);
});

test('deleting an own message for both tells the sender nothing: not whether it was read, nor from where on marks are hidden', async () => {
  const remove = (message: Message) => ada.post(`/api/messages/${message.id}/delete`, { for: 'both' });
  const again = async (message: Message) =>
    (await ada.post('/api/messages', { id: message.id, receiver: grace.uid, content: 'again' })).body.read;
  const exported = async () =>
    (await ada.get(`/api/users/${ada.uid}/export`)).body.messages.slice(-2).map((message: Message) => message.read);
  const shown = async (first: Message, second: Message) => {
    const { messages, firstUnread } = await page(ada, grace);
    const mine = firstUnread.mine === second.seq ? 'second' : firstUnread.mine;
    const marks = messages.slice(-2).map((message) => message.read);
    return { mine, marks, again: await again(first), exported: await exported() };
  };

  await grace.set({ showsRead: false });
  const unread = await say(ada, grace, 'deleted while it was unread');
  const second = await say(ada, grace, 'unread');
  await remove(unread);
  const ofUnread = await shown(unread, second);
  expect(ofUnread.mine).toBe('second');

  await read(grace, ada);
  expect(await shown(unread, second)).toEqual(ofUnread);
  const [third, fourth] = [await say(ada, grace, 'deleted after it was read'), await say(ada, grace, 'read')];
  await remove(second);
  await read(grace, ada);
  await remove(third);
  expect(await shown(third, fourth)).toEqual(ofUnread);
  await remove(fourth);
  expect((await page(ada, grace)).firstUnread.mine).toBeNull();
});

test('who hides it does not see what others have read', async () => {
  const answer = await say(grace, ada, 'answer');
  await read(ada, grace);
  expect(await readBy(ada, grace)).toEqual(['answer']);
  await grace.set({ showsRead: false });
  expect(await readBy(ada, grace)).toEqual([]);
  expect((await page(grace, ada)).firstUnread).toEqual({ mine: 1, theirs: null });
  const graces = await grace.listen();
  await say(grace, ada, 'one more');
  await read(ada, grace);
  expect((await graces.everything()).filter(({ type }) => type === 'read')).toEqual([]);
  await grace.set({ showsRead: true });
  expect(await readBy(ada, grace)).toEqual(['answer', 'one more']);
  expect(await stored(answer)).toBe(true);
});

test('switched on again it shows nothing of the time before, until a newer message is read; then all, live too', async () => {
  await grace.set({ showsRead: false });
  const meanwhile = await say(ada, grace, 'meanwhile');
  await read(grace, ada);
  await grace.set({ texts: 'none' });
  const hidden = await page(ada, grace);
  await grace.set({ showsRead: true });
  // Opening the chat again reads nothing new.
  await read(grace, ada);
  expect(await page(ada, grace)).toEqual(hidden);
  expect(await readBy(grace, ada)).toEqual(['before']);
  expect(hidden.firstUnread.mine).toBe(meanwhile.seq);
  const adas = await ada.listen();
  const last = await say(ada, grace, 'last');
  await read(grace, ada);
  expect(await adas.next('read')).toMatchObject({ by: grace.uid, through: last.seq });
  expect(await readBy(grace, ada)).toEqual(['before', 'meanwhile', 'last']);
  expect((await page(ada, grace)).firstUnread.mine).toBeNull();
});

test('what is read while its sender hides read marks is shown to the sender when they show them again', async () => {
  await ada.set({ showsRead: false });
  await say(ada, grace, 'after');
  await read(grace, ada);
  expect(await readBy(grace, ada)).toEqual([]);
  await ada.set({ showsRead: true });
  expect(await readBy(grace, ada)).toEqual(['before', 'after']);
});

test('the counts of unread messages are right on both sides, whoever hides read marks', async () => {
  const unread = async (who: Member) => (await who.circle()).body[0].unread;
  await read(ada, grace);
  for (const [adas, graces] of [
    [false, true],
    [false, false],
    [true, false],
    [true, true],
  ] as const) {
    await ada.set({ showsRead: adas });
    await grace.set({ showsRead: graces });
    await say(ada, grace, 'one');
    await say(ada, grace, 'two');
    const three = await say(grace, ada, 'three');
    expect([await unread(ada), await unread(grace)]).toEqual([1, 2]);
    expect((await page(ada, grace)).firstUnread.theirs).toBe(three.seq);
    await read(grace, ada);
    expect([await unread(ada), await unread(grace)]).toEqual([1, 0]);
    expect((await page(grace, ada)).firstUnread.theirs).toBeNull();
    await read(ada, grace);
    expect([await unread(ada), await unread(grace)]).toEqual([0, 0]);
  }
});

test('a friend who removes and connects again is shown no more; what is kept of it goes with either account', async () => {
  await grace.set({ showsRead: false });
  await say(ada, grace, 'after');
  await read(grace, ada);
  await ada.remove(grace);
  await ada.connect(grace);
  expect(await readBy(grace, ada)).toEqual(['before']);
  const kept = async () => (await database.pool.query('select * from hidden_reads where sender = $1', [ada.uid])).rows;
  expect(await kept()).toHaveLength(1);
  await database.pool.query('delete from users where id = $1', [ada.uid]);
  expect(await kept()).toEqual([]);
});
