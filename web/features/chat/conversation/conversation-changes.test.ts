import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Message, MessagePage } from '#contract/views.ts';
import type { Conversation } from './conversation.ts';
import { withMessage, withNewest, withOlder, withRead } from './conversation-changes.ts';

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
  return { messages, before: start > 1 ? start : null };
};
const seqs = (conversation: Conversation) => conversation.messages.map(({ seq }) => seq);

test('the first page is what there is', () => {
  const conversation = withNewest(undefined, page(8));
  expect(seqs(conversation)).toEqual([4, 5, 6, 7, 8]);
  expect(conversation).toMatchObject({ before: 4, fetchedThrough: 8 });
});

test('older pages come before it, until there are none', () => {
  const held = withNewest(undefined, page(8));
  const all = withOlder(held, page(8, 4), 4);
  expect(seqs(all)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(all.before).toBeNull();
});

test('an older page that was asked for before the conversation was begun anew is dropped', () => {
  const anew = withNewest(withNewest(undefined, page(8)), page(40));
  expect(withOlder(anew, page(8, 4), 4)).toBe(anew);
});

test('a message that comes twice, as an event and in a page, stands once', () => {
  let held = withNewest(undefined, page(8));
  held = withMessage(withMessage(held, message(9)), message(9));
  held = withNewest(held, page(9));
  expect(seqs(held)).toEqual([4, 5, 6, 7, 8, 9]);
});

test('messages that come out of order stand in order', () => {
  const held = withMessage(withMessage(withNewest(undefined, page(3)), message(5)), message(4));
  expect(seqs(held)).toEqual([1, 2, 3, 4, 5]);
});

test('an older message than all that are held waits for its page', () => {
  const held = withNewest(undefined, page(20));
  expect(withMessage(held, message(2))).toBe(held);
});

test('the first message of an empty conversation is held', () => {
  expect(seqs(withMessage(withNewest(undefined, page(0)), message(1)))).toEqual([1]);
});

test('after a short absence what was held stays, older pages too', () => {
  const held = withOlder(withNewest(undefined, page(12)), page(12, 8), 8);
  expect(seqs(withNewest(held, page(14)))).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
});

test('after a long absence the newest page stands alone, without a gap inside', () => {
  const held = withMessage(withNewest(undefined, page(8)), message(31));
  const anew = withNewest(held, page(30));
  expect(seqs(anew)).toEqual([26, 27, 28, 29, 30, 31]);
  expect(anew.before).toBe(26);
});

test('reading marks what that sender wrote, up to there', () => {
  const held = {
    messages: [message(1, 'me'), message(2), message(3, 'me'), message(4, 'me')],
    before: null,
    fetchedThrough: 4,
  };
  const read = withRead(held, 'me', 3);
  expect(read.messages.filter((each) => each.read).map(({ seq }) => seq)).toEqual([1, 3]);
  expect(withRead(read, 'me', 3)).toBe(read);
});

test('an answer that is older than a read mark does not take it away', () => {
  const read = withRead(withNewest(undefined, page(3)), 'grace', 3);
  expect(withNewest(read, page(3)).messages.every((each) => each.read)).toBe(true);
});

test('whatever is missed and however it comes, there is never a gap, a double or a wrong order', () => {
  const steps = fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('missed' as const), count: fc.integer({ min: 1, max: 12 }) }),
      fc.record({ kind: fc.constantFrom('event' as const, 'fetch' as const, 'older' as const), count: fc.constant(1) }),
    ),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(steps, (taken) => {
      let newest = 3;
      let held = withNewest(undefined, page(newest));
      for (const { kind, count } of taken) {
        if (kind === 'missed') newest += count;
        if (kind === 'event') held = withMessage(held, message(++newest));
        if (kind === 'fetch') held = withNewest(held, page(newest));
        if (kind === 'older' && held.before !== null) held = withOlder(held, page(newest, held.before), held.before);
      }
      const found = seqs(withNewest(held, page(newest)));
      expect(found).toEqual(Array.from({ length: found.length }, (_, index) => newest - found.length + 1 + index));
    }),
  );
});
