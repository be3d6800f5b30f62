import { beforeEach, describe, expect, test } from 'vitest';
import type { Message } from '#contract/views.ts';
import type { Member } from '#fixtures/client.ts';
import { listMessages as list, say, startChatFriends } from '#tests/support/people/chat-friends.ts';

const server = await startChatFriends();
const { database, signUp, ada, grace, allRows } = server;

const WORDS = 'the words that must go';

let message: Message;
beforeEach(async () => {
  message = await say(ada, grace, WORDS);
});

const remove = (who: Member, { id }: Message, whom = 'both') => who.post(`/api/messages/${id}/delete`, { for: whom });
const unread = async (who: Member, other: Member) =>
  (await who.circle()).body.find(({ uid }: Member) => uid === other.uid).unread;

test('its words, its reactions and the quotes of it are gone, for both, and in the whole database', async () => {
  await grace.put(`/api/messages/${message.id}/reaction`, { emoji: '❤️' });
  await say(grace, ada, 'An answer', message.id);
  expect(await allRows()).toContain(WORDS);
  expect((await remove(ada, message)).status).toBe(200);
  for (const [who, other] of [
    [ada, grace],
    [grace, ada],
  ] as const) {
    const [deleted, answer] = await list(who, other);
    expect(deleted).toEqual({ ...message, content: '', read: true, deleted: true });
    expect(answer!.quote).toEqual({ id: message.id, sender: ada.uid, content: null });
    const { body } = await who.get(`/api/users/${who.uid}/export`);
    expect(JSON.stringify(body)).not.toContain(WORDS);
    expect(body.messages[0]).toMatchObject({ id: message.id, content: 'Message deleted', reactions: [] });
  }
  expect(await allRows()).not.toContain(WORDS);
});

test('both people’s open browsers are told, and no one else’s', async () => {
  const eve = await signUp();
  await eve.connect(grace);
  const tabs = [await ada.listen(), await grace.listen()];
  const stranger = await eve.listen();
  await remove(ada, message);
  const event = { type: 'deleted', id: message.id, by: ada.uid, other: grace.uid, for: 'both' };
  for (const tab of tabs) expect(await tab.everything()).toEqual([event]);
  expect(await stranger.everything()).toEqual([]);
});

test('an unread message does not count any more, and the lists of both say when the last one was deleted', async () => {
  const last = await say(ada, grace, 'Another one');
  expect(await unread(grace, ada)).toBe(2);
  await remove(ada, message);
  expect(await unread(grace, ada)).toBe(1);
  await remove(ada, last);
  expect(await unread(grace, ada)).toBe(0);
  for (const who of [ada, grace])
    expect((await who.circle()).body[0].preview).toMatchObject({ text: '', deleted: true });
});

test('the receiver cannot; nor can the sender after 24 hours, by the server’s clock', async () => {
  expect((await remove(grace, message)).status).toBe(404);
  await database.pool.query(`update messages set timestamp = now() - interval '24 hours' where id = $1`, [message.id]);
  const { status, body } = await remove(ada, message);
  expect([status, body.error.code]).toEqual([409, 'too_late']);
  expect((await list(grace, ada))[0]!.content).toBe(WORDS);
  await database.pool.query(`update messages set timestamp = now() - interval '23:59' where id = $1`, [message.id]);
  expect((await remove(ada, message)).status).toBe(200);
});

test('sending it again under its id brings nothing back, and deleting it again changes nothing', async () => {
  await remove(ada, message);
  const before = await list(ada, grace);
  expect((await remove(ada, message)).status).toBe(200);
  const { id, receiver } = message;
  const { status, body } = await ada.post('/api/messages', { id, receiver, content: WORDS });
  expect([status, body.content, body.deleted]).toEqual([200, '', true]);
  expect(await list(ada, grace)).toEqual(before);
  expect(await allRows()).not.toContain(WORDS);
});

test('a report after it says that it was deleted', async () => {
  await say(ada, grace, 'What stays');
  await remove(ada, message);
  await grace.post('/api/reports', { uid: ada.uid, reason: 'x', withMessages: true });
  const { rows } = await database.pool.query('select messages from reports');
  expect(rows[0].messages.map(({ content }: Message) => content)).toEqual(['Message deleted', 'What stays']);
});

describe('at the same moment as', () => {
  test('reading it, both succeed, and it stays deleted', async () => {
    for (let round = 0; round < 20; round++) {
      const [first, next] = [await say(ada, grace, WORDS), await say(ada, grace, 'Another one')];
      const answers = await Promise.all([
        remove(ada, next),
        grace.post('/api/messages/read', { sender: ada.uid }),
        remove(ada, first),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      const shown = (await list(grace, ada)).filter(({ id }) => id === first.id || id === next.id);
      expect(shown.map(({ content, deleted }) => [content, deleted])).toEqual([
        ['', true],
        ['', true],
      ]);
      expect(await unread(grace, ada)).toBe(0);
    }
  });

  test('a reaction to it, no reaction stays', async () => {
    for (let round = 0; round < 20; round++) {
      const each = await say(ada, grace, WORDS);
      const [deleted, reacted] = await Promise.all([
        remove(ada, each),
        grace.put(`/api/messages/${each.id}/reaction`, { emoji: '👍' }),
      ]);
      expect(deleted.status).toBe(200);
      expect([200, 404]).toContain(reacted.status);
    }
    expect((await database.pool.query('select from message_reactions')).rowCount).toBe(0);
  });

  test('an answer to it, the answer is stored and quotes nothing', async () => {
    for (let round = 0; round < 10; round++) {
      const each = await say(ada, grace, WORDS);
      const [, answer] = await Promise.all([remove(ada, each), say(grace, ada, 'An answer', each.id)]);
      const stored = (await list(ada, grace)).find(({ id }) => id === answer.id);
      expect(stored).toMatchObject({ content: 'An answer', quote: { content: null } });
    }
  });
});
