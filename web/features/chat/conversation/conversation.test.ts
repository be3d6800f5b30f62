import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Message, MessagePage } from '#contract/views.ts';
import { someMessage } from '#tests/support/people/some-message.ts';
import { type Conversation, withNewest as withNewestOf, withOlder, withRead } from './conversation.ts';
import { withoutOlder, withPageAgain } from './fetch-missed.ts';
import { withDeleted, withMessage, withReactionTo } from './live-changes.ts';

const PAGE = 5;
const message = (seq: number, sender = 'grace') => someMessage(seq, { sender });
/** The server's page of a conversation with messages 1 to `newest`. */
const page = (newest: number, before = newest + 1): MessagePage => {
  const end = Math.min(newest, before - 1);
  const start = Math.max(1, end - PAGE + 1);
  const messages = Array.from({ length: Math.max(0, end - start + 1) }, (_, index) => message(start + index));
  return { messages, before: start > 1 ? start : null, firstUnread: { mine: 1, theirs: 1 } };
};
const withNewest = (known: Conversation | undefined, answer: MessagePage, shown?: number) =>
  withNewestOf(known, answer, 'grace', shown);
const seqs = (conversation: Conversation) => conversation.messages.map(({ seq }) => seq);

test('an older page that was asked for before a gap is dropped', () => {
  const anew = withNewest(withNewest(undefined, page(8)), page(40));
  expect(withOlder(anew, page(8, 4), 4)).toBe(anew);
});

test('after a short absence the fetched messages stay, older pages too', () => {
  const known = withOlder(withNewest(undefined, page(12)), page(12, 8), 8);
  expect(seqs(withNewest(known, page(14)))).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
});

test('a read mark covers the messages of that sender up to its seq', () => {
  const known = {
    messages: [message(1, 'me'), message(2), message(3, 'me'), message(4, 'me')],
    before: null,
    fetchedThrough: 4,
  };
  const read = withRead(known, 'me', 3);
  expect(read.messages.filter((each) => each.read).map(({ seq }) => seq)).toEqual([1, 3]);
  expect(withRead(read, 'me', 3)).toBe(read);
});

test('an answer that is older than a read mark does not remove it', () => {
  const read = withRead(withNewest(undefined, page(3)), 'grace', 3);
  expect(withNewest(read, page(3)).messages.every((each) => each.read)).toBe(true);
});

test('read marks that were missed come with the newest page, also for messages before it', () => {
  const messages = Array.from({ length: 12 }, (_, index) => message(index + 1, index % 2 === 0 ? 'me' : 'grace'));
  const known: Conversation = { messages, before: null, fetchedThrough: 12 };
  const isRead = (firstUnread: MessagePage['firstUnread']) =>
    withNewest(known, { ...page(12), firstUnread })
      .messages.filter(({ read }) => read)
      .map(({ seq }) => seq);
  expect(isRead({ mine: 1, theirs: 2 })).toEqual([]);
  expect(isRead({ mine: 5, theirs: 2 })).toEqual([1, 3]);
  expect(isRead({ mine: 5, theirs: null })).toEqual([1, 2, 3, 4, 6]);
  // What the page itself contains is as the page says.
  expect(isRead({ mine: null, theirs: 12 })).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test('in whatever order events and pages arrive, there is no gap, no double and no wrong order', () => {
  const kinds = ['missed', 'event', 'swapped', 'again', 'old', 'fetch', 'older'] as const;
  const steps = fc.array(fc.constantFrom(...kinds), { maxLength: 40 });
  const missed = fc.infiniteStream(fc.integer({ min: 1, max: 12 }));
  const upTo = (last: number, count = last) => Array.from({ length: count }, (_, index) => last - count + 1 + index);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 8 }), steps, missed, (first, taken, counts) => {
      let newest = first;
      let known = withNewest(undefined, page(newest));
      const older = (conversation: Conversation) =>
        conversation.before === null
          ? conversation
          : withOlder(conversation, page(newest, conversation.before), conversation.before);
      for (const kind of taken) {
        if (kind === 'missed') newest += counts.next().value;
        if (kind === 'event') known = withMessage(known, message(++newest));
        if (kind === 'swapped') known = withMessage(withMessage(known, message(newest + 2)), message(newest + 1));
        if (kind === 'swapped') newest += 2;
        if (kind === 'again' && newest > 0) known = withMessage(known, message(newest));
        if (kind === 'old' && newest > 0) known = withMessage(known, message(1));
        if (kind === 'fetch') known = withNewest(known, page(newest));
        if (kind === 'older') known = older(known);
        expect(seqs(known)).toEqual([...new Set(seqs(known))].toSorted((one, other) => one - other));
      }
      known = withNewest(known, page(newest));
      expect(seqs(known)).toEqual(upTo(newest, known.messages.length));
      expect(known.messages.length).toBeGreaterThanOrEqual(Math.min(newest, PAGE));
      for (let pages = 0; pages < newest; pages += 1) known = older(known);
      expect(seqs(known)).toEqual(upTo(newest));
    }),
  );
});

/** A page that has a whole conversation. */
const pageOf = (...messages: Message[]): MessagePage => ({
  messages,
  before: null,
  firstUnread: { mine: null, theirs: null },
});
const quote = { id: 'id-1', sender: 'grace', content: 'Message 1' };
const known = withNewest(undefined, pageOf(someMessage(1), someMessage(2, { quote })));

test.each(['me', 'both'] as const)('late frames and pages do not bring it back: deleted for %s', (whom) => {
  const late = [someMessage(1), someMessage(2, { quote }), someMessage(3, { quote })];
  for (const deleted of [
    withDeleted(known, 'id-1', whom),
    withDeleted(withNewest(undefined, pageOf(someMessage(2))), 'id-1', whom),
  ])
    for (const after of [
      late.reduce(withMessage, deleted),
      withNewest(deleted, pageOf(...late)),
      withOlder({ ...deleted, before: 9 }, pageOf(...late), 9),
    ]) {
      expect(JSON.stringify(after.messages)).not.toContain('"Message 1"');
      expect(after.messages.some(({ id }) => id === 'id-1')).toBe(whom === 'both');
    }
});

test('a page that says deleted is believed, whatever frame comes after it', () => {
  const fetched = withNewest(known, pageOf(someMessage(1, { content: '', deleted: true }), someMessage(2)));
  expect(withMessage(fetched, someMessage(1)).messages[0]).toMatchObject({ content: '', deleted: true });
});

test('a message that the newest page lacks was deleted in another browser, unless it came while the page was fetched', () => {
  const all = withNewest(undefined, pageOf(someMessage(1), someMessage(2), someMessage(3)));
  expect(seqs(withNewest(all, pageOf(someMessage(1), someMessage(3))))).toEqual([1, 3]);
  const before = pageOf(someMessage(1), someMessage(2));
  expect(seqs(withNewest(all, before, 3))).toEqual([1, 2]);
  expect(seqs(withNewest(all, before, 2))).toEqual([1, 2, 3]);
});

test('an older page that is fetched again takes out what was deleted meanwhile, and nothing beside it', () => {
  const all = { ...withNewest(undefined, pageOf(...[1, 2, 3, 4, 5, 6].map((seq) => someMessage(seq)))), before: 1 };
  const again = { ...pageOf(someMessage(3, { content: '', deleted: true }), someMessage(5)), before: 3 };
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
  expect(back.messages[0]).toEqual(someMessage(1));
  expect(withReactionTo(withDeleted(now, 'id-1', 'both'), 'id-1', 'me', '👍').messages[0]).not.toHaveProperty(
    'reactions',
  );
});
