import { beforeEach, describe, expect, test } from 'vitest';
import { QUOTE_MAX_LENGTH } from '#contract/sizes.ts';
import type { Message } from '#contract/views.ts';
import type { Member } from '#fixtures/client.ts';
import { listMessages, say, startChatFriends } from '#tests/support/people/chat-friends.ts';

const { signUp, ada, grace } = await startChatFriends();

let message: Message;
beforeEach(async () => {
  message = await say(ada, grace, 'Hello');
});

const react = (who: Member, { id }: Message, emoji: string | null) =>
  who.put(`/api/messages/${id}/reaction`, { emoji });
const newest = async (who: Member, other: Member) => (await listMessages(who, other)).at(-1)!;

describe('a reaction', () => {
  test('is one a person: a second one replaces it, and null takes it back', async () => {
    await react(grace, message, '👍');
    await react(grace, message, '❤️');
    await react(ada, message, '😂');
    const both = [
      { uid: ada.uid, emoji: '😂' },
      { uid: grace.uid, emoji: '❤️' },
    ].sort((a, b) => (a.uid < b.uid ? -1 : 1));
    for (const [who, other] of [
      [ada, grace],
      [grace, ada],
    ] as const)
      expect((await newest(who, other)).reactions).toEqual(both);
    await react(grace, message, null);
    expect((await newest(ada, grace)).reactions).toEqual([{ uid: ada.uid, emoji: '😂' }]);
    await react(ada, message, null);
    expect(await newest(ada, grace)).toEqual(message);
  });

  test('reaches the open browsers of both people, and no one else’s', async () => {
    const eve = await signUp();
    await eve.connect(ada);
    const tabs = [await ada.listen(), await grace.listen()];
    const stranger = await eve.listen();
    await react(grace, message, '🤗');
    const event = { type: 'reaction', id: message.id, by: grace.uid, other: ada.uid, emoji: '🤗' };
    for (const tab of tabs) expect(await tab.everything()).toEqual([event]);
    expect(await stranger.everything()).toEqual([]);
  });

  test.each(['', '👎', 'x', '❤️❤️', 7])('other than the six is refused: %o', async (emoji) => {
    expect((await grace.put(`/api/messages/${message.id}/reaction`, { emoji })).status).toBe(400);
  });
});

describe('a reply', () => {
  test('quotes the first characters of a message of the two, live and fetched', async () => {
    const long = await say(ada, grace, '𝒶'.repeat(QUOTE_MAX_LENGTH + 50));
    const tabs = [await ada.listen(), await grace.listen()];
    const { body } = await grace.post('/api/messages', {
      ...{ id: crypto.randomUUID(), receiver: ada.uid, content: 'An answer', replyTo: long.id },
    });
    const quote = { id: long.id, sender: ada.uid, content: '𝒶'.repeat(QUOTE_MAX_LENGTH) };
    expect(body.quote).toEqual(quote);
    for (const tab of tabs) expect((await tab.next('message')).message).toEqual(body);
    expect(await newest(ada, grace)).toEqual(body);
  });

  test('to a message of other people is stored without a quote, as one to no message', async () => {
    const [eve, alan] = [await signUp(), await signUp()];
    await eve.connect(alan);
    await eve.connect(ada);
    const secret = await say(alan, eve, 'Between us');
    for (const replyTo of [secret.id, crypto.randomUUID()]) {
      const stored = await say(grace, ada, 'An answer', replyTo);
      expect(stored).not.toHaveProperty('quote');
      expect(await newest(grace, ada)).toEqual(stored);
    }
    // Also not one of a conversation that only one of the two is in.
    expect(await say(eve, ada, 'An answer', secret.id)).not.toHaveProperty('quote');
  });
});
