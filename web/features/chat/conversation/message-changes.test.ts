import { expect, test } from 'vitest';
import type { Message, MessagePage } from '#contract/views.ts';
import { withNewest, withOlder } from './conversation.ts';
import { withoutOlder, withPageAgain } from './fetch-missed.ts';
import { withDeleted, withMessage, withReactionTo } from './live-changes.ts';

const message = (seq: number, extra: Partial<Message> = {}): Message => ({
  id: `id-${seq}`,
  seq,
  sender: 'grace',
  receiver: 'me',
  content: `Message ${seq}`,
  timestamp: seq * 1000,
  read: false,
  ...extra,
});
const page = (...messages: Message[]): MessagePage => ({
  messages,
  before: null,
  firstUnread: { mine: null, theirs: null },
});
const quote = { id: 'id-1', sender: 'grace', content: 'Message 1' };
const known = withNewest(undefined, page(message(1), message(2, { quote })), 'grace');

test.each(['me', 'both'] as const)('late frames and pages do not bring it back: deleted for %s', (whom) => {
  const late = [message(1), message(2, { quote }), message(3, { quote })];
  for (const deleted of [
    withDeleted(known, 'id-1', whom),
    withDeleted(withNewest(undefined, page(message(2)), 'grace'), 'id-1', whom),
  ])
    for (const after of [
      late.reduce(withMessage, deleted),
      withNewest(deleted, page(...late), 'grace'),
      withOlder({ ...deleted, before: 9 }, page(...late), 9),
    ]) {
      expect(JSON.stringify(after.messages)).not.toContain('"Message 1"');
      expect(after.messages.some(({ id }) => id === 'id-1')).toBe(whom === 'both');
    }
});

test('a page that says deleted is believed, whatever frame comes after it', () => {
  const fetched = withNewest(known, page(message(1, { content: '', deleted: true }), message(2)), 'grace');
  expect(withMessage(fetched, message(1)).messages[0]).toMatchObject({ content: '', deleted: true });
});

test('a message that the newest page lacks between others was deleted in another browser', () => {
  const all = withNewest(undefined, page(message(1), message(2), message(3)), 'grace');
  const again = withNewest(all, page(message(1), message(3)), 'grace');
  expect(again.messages.map(({ seq }) => seq)).toEqual([1, 3]);
});

test('the newest message was deleted in another browser when the page that was asked for later lacks it', () => {
  const all = withNewest(undefined, page(message(1), message(2), message(3)), 'grace');
  const seqs = (shown: number) =>
    withNewest(all, page(message(1), message(2)), 'grace', shown).messages.map((m) => m.seq);
  expect(seqs(3)).toEqual([1, 2]);
  expect(seqs(2), 'it came while the page was fetched').toEqual([1, 2, 3]);
});

test('an older page that is fetched again takes out what was deleted meanwhile, and nothing beside it', () => {
  const all = { ...withNewest(undefined, page(...[1, 2, 3, 4, 5, 6].map((seq) => message(seq))), 'grace'), before: 1 };
  const again = { ...page(message(3, { content: '', deleted: true }), message(5)), before: 3 };
  const after = withPageAgain(all, again, 6);
  expect(after.messages.map(({ seq, content }) => [seq, content])).toEqual([
    [1, 'Message 1'],
    [2, 'Message 2'],
    [3, ''],
    [5, 'Message 5'],
    [6, 'Message 6'],
  ]);
  expect(withoutOlder(after, 3)).toMatchObject({ before: 3, messages: [{ seq: 3 }, { seq: 5 }, { seq: 6 }] });
  expect(withPageAgain(all, { ...again, before: null }, 6)).toMatchObject({ before: null, messages: { length: 3 } });
});

test('a reaction is one a person, and none on a deleted message', () => {
  let now = withReactionTo(known, 'id-1', 'me', '👍');
  now = withReactionTo(withReactionTo(now, 'id-1', 'grace', '❤️'), 'id-1', 'me', '😂');
  expect(now.messages[0]!.reactions).toEqual([
    { uid: 'grace', emoji: '❤️' },
    { uid: 'me', emoji: '😂' },
  ]);
  const back = withReactionTo(withReactionTo(now, 'id-1', 'me', null), 'id-1', 'grace', null);
  expect(back.messages[0]).toEqual(message(1));
  expect(withReactionTo(withDeleted(now, 'id-1', 'both'), 'id-1', 'me', '👍').messages[0]).not.toHaveProperty(
    'reactions',
  );
});
