import { expect, test } from 'vitest';
import type { FriendAsk } from '#contract/asks.ts';
import { asksIfReached, byUrgency, hasHandedOver, isStillOpen } from './friend-state.ts';

const MINUTE = 60_000;
const ask = (given: Partial<FriendAsk> = {}) =>
  ({
    ...{ id: 'ask', level: 'Dark', calledAt: 0, worseAt: null, againAt: null, onIt: 0, closed: null },
    ...{ answer: null, answeredAt: null, hasReached: false },
    ...given,
  }) as FriendAsk;

test('a hand-over is thanked for until it gets worse', () => {
  expect(hasHandedOver(ask())).toBe(false);
  expect(hasHandedOver(ask({ answer: 'yes', answeredAt: 5 }))).toBe(false);
  expect(hasHandedOver(ask({ answeredAt: 5 }))).toBe(true);
  expect(hasHandedOver(ask({ answeredAt: 5, worseAt: 6 }))).toBe(false);
});

test('a card is still open after asking once more, or after ten minutes without a friend who is there', () => {
  expect(isStillOpen(ask(), 9 * MINUTE)).toBe(false);
  expect(isStillOpen(ask(), 10 * MINUTE)).toBe(true);
  expect(isStillOpen(ask({ againAt: 1 }), 2)).toBe(true);
  expect(isStillOpen(ask({ onIt: 1, againAt: 1 }), 20 * MINUTE)).toBe(false);
  expect(isStillOpen(ask({ answer: 'no', answeredAt: 1 }), 20 * MINUTE)).toBe(false);
});

test('two hours after a yes without a message it asks whether the friend was reached', () => {
  const yes = ask({ answer: 'yes', answeredAt: 10 });
  expect(asksIfReached(yes, { lastmessage: 5 }, 120 * MINUTE + 9)).toBe(false);
  expect(asksIfReached(yes, { lastmessage: 5 }, 120 * MINUTE + 10)).toBe(true);
  expect(asksIfReached(yes, { lastmessage: 11 }, 121 * MINUTE)).toBe(false);
  expect(asksIfReached({ ...yes, hasReached: true }, { lastmessage: 5 }, 121 * MINUTE)).toBe(false);
  expect(asksIfReached({ ...yes, answer: 'later' }, { lastmessage: 5 }, 121 * MINUTE)).toBe(false);
});

test('Dark comes before Purple, then those that were declined, and closed ones last', () => {
  const cards = [
    ask({ id: 'closed', closed: { at: 1, thanked: false } }),
    ask({ id: 'no', answer: 'no', answeredAt: 1 }),
    ask({ id: 'purple', level: 'Purple', calledAt: 9 }),
    ask({ id: 'yes', answer: 'yes', answeredAt: 1, calledAt: 1 }),
    ask({ id: 'dark' }),
    ask({ id: 'newer dark', calledAt: 2 }),
  ];
  expect(cards.toSorted(byUrgency).map(({ id }) => id)).toEqual([
    'newer dark',
    'yes',
    'dark',
    'purple',
    'no',
    'closed',
  ]);
});
