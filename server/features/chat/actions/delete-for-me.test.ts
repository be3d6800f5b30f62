import { beforeEach, expect, test } from 'vitest';
import type { Message } from '#contract/views.ts';
import type { Member } from '#fixtures/client.ts';
import { listMessages as list, say, startChatFriends } from '#tests/support/people/chat-friends.ts';

const { ada, grace } = await startChatFriends();

let message: Message;
beforeEach(async () => {
  message = await say(ada, grace, 'Hello');
});

const remove = (who: Member, { id }: Message) => who.post(`/api/messages/${id}/delete`, { for: 'me' });
const contents = async (who: Member, other: Member) => (await list(who, other)).map(({ content }) => content);

test('the person does not see it any more; the other one does, is sent nothing, and exports it', async () => {
  await grace.post('/api/messages/read', { sender: ada.uid });
  await say(ada, grace, 'What stays');
  const before = await ada.get(`/api/messages?with=${grace.uid}`);
  const [own, tab, others] = [await grace.listen(), await grace.listen(), await ada.listen()];
  expect((await remove(grace, message)).status).toBe(200);
  expect(await contents(grace, ada)).toEqual(['What stays']);
  expect((await ada.get(`/api/messages?with=${grace.uid}`)).body).toEqual(before.body);
  const event = { type: 'deleted', id: message.id, by: grace.uid, other: ada.uid, for: 'me' };
  for (const each of [own, tab]) expect(await each.everything()).toEqual([event]);
  expect(await others.everything()).toEqual([]);
  const exported = async (who: Member) =>
    (await who.get(`/api/users/${who.uid}/export`)).body.messages.map(({ content }: Message) => content);
  expect(await exported(grace)).toEqual(['What stays']);
  expect(await exported(ada)).toEqual(['Hello', 'What stays']);
});

test('an unread one counts no more, and pages stay full', async () => {
  for (let n = 0; n < 60; n++) await say(ada, grace, `Message ${n}`);
  const newest = (await list(grace, ada)).slice(-5);
  for (const each of newest) await remove(grace, each);
  const { messages, before } = (await grace.get(`/api/messages?with=${ada.uid}`)).body;
  expect([messages.length, messages.at(-1).content, before]).toEqual([50, 'Message 54', expect.any(Number)]);
  const [entry] = (await grace.circle()).body;
  expect(entry.unread).toBe(56);
});

test('to its sender it is not read before an older one, which would tell of the deletion', async () => {
  const second = await say(ada, grace, 'What goes');
  const shown = async () => (await list(ada, grace)).slice(-2).map(({ read }) => read);
  await remove(grace, second);
  expect(await shown()).toEqual([false, false]);
  await grace.post('/api/messages/read', { sender: ada.uid });
  expect(await shown()).toEqual([true, true]);
});

test('a reply quotes it for the other one only, fetched and live', async () => {
  const tabs = [await ada.listen(), await grace.listen()] as const;
  await remove(grace, message);
  await tabs[1].next('deleted');
  await say(ada, grace, 'An answer', message.id);
  const quote = { id: message.id, sender: ada.uid };
  expect((await tabs[0].next('message')).message.quote).toEqual({ ...quote, content: 'Hello' });
  expect((await tabs[1].next('message')).message.quote).toEqual({ ...quote, content: null });
  expect((await list(ada, grace)).at(-1)!.quote).toEqual({ ...quote, content: 'Hello' });
  expect((await list(grace, ada)).at(-1)!.quote).toEqual({ ...quote, content: null });
});

test('its list shows the message before, its search does not find it, and the other one’s do', async () => {
  await say(ada, grace, 'The second hello');
  const [, second] = await list(grace, ada);
  await remove(grace, second!);
  const preview = async (who: Member) => (await who.circle()).body[0].preview.text;
  const found = async (who: Member, other: Member) =>
    (await who.post('/api/messages/search', { with: other.uid, q: 'hello' })).body.messages.length;
  expect([await preview(grace), await preview(ada)]).toEqual(['Hello', 'The second hello']);
  expect([await found(grace, ada), await found(ada, grace)]).toEqual([1, 2]);
  const around = await grace.get(`/api/messages?with=${ada.uid}&around=${message.seq}`);
  expect(around.body.messages.map(({ content }: Message) => content)).toEqual(['Hello']);
});

test('an unread one does not look read to a sender from whom read marks are hidden, and neither do those before it', async () => {
  await grace.set({ showsRead: false });
  const second = await say(ada, grace, 'A second one');
  const shown = async () => (await list(ada, grace)).map(({ read }) => read);
  await remove(grace, second);
  expect(await shown()).toEqual([false, false]);
  await grace.post('/api/messages/read', { sender: ada.uid });
  expect(await shown()).toEqual([false, false]);
  await grace.set({ showsRead: true });
  expect(await shown()).toEqual([false, false]);
});
