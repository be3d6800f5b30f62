import { expect, test } from 'vitest';
import { someMessage } from '#tests/support/people/some-message.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { timeline } from './timeline.ts';

const now = new Date(2026, 10, 20, 15, 30);
const message = (seq: number, sender: string, at: Date, read = false) =>
  someMessage(seq, { sender, timestamp: at.getTime(), read });
const yesterday = new Date(2026, 10, 19, 22, 0);
const today = new Date(2026, 10, 20, 9, 0);
const conversation: Conversation = {
  messages: [
    message(1, 'me', yesterday, true),
    message(2, 'grace', yesterday),
    message(3, 'me', today, true),
    message(4, 'me', today),
  ],
  before: null,
  fetchedThrough: 4,
};
const outgoing = (id: string) => ({
  ...({ id, kind: 'message', lane: 'chat grace', owner: 'me', receiver: 'grace' } as const),
  ...{ content: 'Soon', at: now.getTime() },
});

test('each day stands once, above its first message: above the oldest fetched one only where none is older', () => {
  const days = (before: number | null) => timeline({ ...conversation, before }, [], 'me', now).map(({ day }) => day);
  expect(days(null)).toEqual(['Yesterday', null, 'Today', null]);
  expect(days(1)).toEqual([null, null, 'Today', null]);
});

test('outgoing messages stand after all stored ones, and none is shown twice', () => {
  const items = timeline(conversation, [outgoing('id-4'), outgoing('new')], 'me', now);
  expect(items.map(({ id }) => id)).toEqual(['id-1', 'id-2', 'id-3', 'id-4', 'new']);
  expect(items.at(-1)).toMatchObject({ isMine: true, state: 'on its way' });
});

/** Messages at these minutes of one hour. */
const at = (...minutes: [sender: string, minute: number][]): Conversation => ({
  messages: minutes.map(([sender, minute], index) => message(index + 1, sender, new Date(2026, 10, 20, 9, minute))),
  before: null,
  fetchedThrough: minutes.length,
});
/** The seqs of each group. */
function groups(conversation: Conversation, firstNew: number | null = null): (number | null)[][] {
  const found: (number | null)[][] = [];
  for (const { seq, isGroupStart, isGroupEnd } of timeline(conversation, [], 'me', now, firstNew)) {
    if (isGroupStart) found.push([]);
    found.at(-1)!.push(seq);
    if (isGroupEnd) found.push([]);
  }
  return found.filter((group) => group.length > 0);
}

test('messages of one person within five minutes stand together', () => {
  expect(groups(at(['me', 0], ['me', 4], ['me', 9], ['me', 13]))).toEqual([
    [1, 2],
    [3, 4],
  ]);
  expect(groups(at(['me', 0], ['grace', 0], ['grace', 1], ['me', 1]))).toEqual([[1], [2, 3], [4]]);
});

test('a message on its way stands with the one before it', () => {
  const soon = { ...outgoing('new'), at: new Date(2026, 10, 20, 9, 2).getTime() };
  const items = timeline(at(['grace', 0], ['me', 1]), [soon], 'me', now);
  expect(items.map(({ isGroupStart, isGroupEnd }) => [isGroupStart, isGroupEnd])).toEqual([
    [true, true],
    [true, false],
    [false, true],
  ]);
});

test('a new day and the line above new messages begin a group', () => {
  const midnight = [
    message(1, 'grace', new Date(2026, 10, 19, 23, 59)),
    message(2, 'grace', new Date(2026, 10, 20, 0, 1)),
  ];
  expect(groups({ messages: midnight, before: null, fetchedThrough: 2 })).toEqual([[1], [2]]);
  expect(groups(at(['grace', 0], ['grace', 1], ['grace', 2]), 2)).toEqual([[1], [2, 3]]);
});

test('the line stands above the first new message of the other person', () => {
  const lines = (firstNew: number | null) =>
    timeline(at(['grace', 0], ['me', 1], ['grace', 2], ['grace', 3]), [outgoing('new')], 'me', now, firstNew)
      .filter(({ isFirstNew }) => isFirstNew)
      .map(({ seq }) => seq);
  expect(lines(null)).toEqual([]);
  expect(lines(1)).toEqual([1]);
  expect(lines(2)).toEqual([3]);
  // It is gone when no message is left below it.
  expect(lines(5)).toEqual([]);
});
