import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Message, MessagePage } from '#contract/views.ts';
import { type Conversation, withNewest as withNewestOf, withOlder, withRead } from './conversation.ts';
import { withMessage } from './live-changes.ts';

const PAGE = 5;
const message = (seq: number, sender = 'grace'): Message => ({
  id: `id-${seq}`,
  seq,
  sender,
  receiver: sender === 'me' ? 'grace' : 'me',
  content: `Message ${seq}`,
  timestamp: seq * 1000,
  read: false,
});
/** The server's page of a conversation with messages 1 to `newest`. */
const page = (newest: number, before = newest + 1): MessagePage => {
  const end = Math.min(newest, before - 1);
  const start = Math.max(1, end - PAGE + 1);
  const messages = Array.from({ length: Math.max(0, end - start + 1) }, (_, index) => message(start + index));
  return { messages, before: start > 1 ? start : null, firstUnread: { mine: 1, theirs: 1 } };
};
const withNewest = (known: Conversation | undefined, answer: MessagePage) => withNewestOf(known, answer, 'grace');
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
