import { expect, test } from 'vitest';
import type { Asks } from '#contract/asks.ts';
import { fetchDelay, withFriendFrame } from './with-friend-frame.ts';

const ask = {
  id: 'ask',
  uid: 'ada',
  level: 'Purple',
  onIt: 1,
  names: ['Grace'],
  answer: null,
  closed: null,
  version: 4,
};
const other = { ...ask, id: 'other', onIt: 0 };
const asksWith = (more: object = {}) => ({ mine: null, friends: [other, { ...ask, ...more }] }) as unknown as Asks;
const frame = (more: object = {}) =>
  ({
    type: 'friend-ask',
    id: 'ask',
    uid: 'ada',
    level: 'Purple',
    onIt: 2,
    version: 5,
    state: 'open',
    ...more,
  }) as const;

test('one more friend is counted at once, and the fetch for the name waits', () => {
  const { asks, fetch } = withFriendFrame(asksWith({ onIt: 3 }), frame({ onIt: 4 }) as never);
  expect(fetch).toBe('merged');
  expect(asks?.friends).toEqual([other, { ...ask, onIt: 4, version: 5 }]);
  // Their next frame is newer than this one, too.
  expect(withFriendFrame(asks, frame({ onIt: 5, version: 6 }) as never).asks?.friends[1]).toMatchObject({ onIt: 5 });
});

test('the first three friends are named soon', () => {
  for (const onIt of [1, 2, 3]) {
    const { asks, fetch } = withFriendFrame(asksWith({ onIt: onIt - 1 }), frame({ onIt }) as never);
    expect([asks?.friends[1]?.onIt, fetch]).toEqual([onIt, 'soon']);
  }
});

test('the own answer is in the frame’s count, not in the card’s', () => {
  const mine = asksWith({ answer: 'yes', onIt: 1 });
  expect(withFriendFrame(mine, frame({ onIt: 2 }) as never)).toEqual({ fetch: 'merged' });
  expect(withFriendFrame(mine, frame({ onIt: 3 }) as never).asks?.friends[1]).toMatchObject({ onIt: 2 });
});

test.each([
  ['an ask that is not known', asksWith(), { id: 'new' }, 'soon'],
  ['a worsening', asksWith(), { level: 'Dark' }, 'soon'],
  ['an end', asksWith(), { state: 'closed' }, 'soon'],
  ['a new call after an end', asksWith({ closed: { at: 1, thanked: false } }), {}, 'soon'],
  ['a friend who had to go', asksWith(), { onIt: 0 }, 'soon'],
  ['another change', asksWith(), { onIt: 1 }, 'merged'],
  ['a frame that is not newer', asksWith(), { version: 4 }, 'none'],
  ['a frame before the asks are known', undefined, {}, 'soon'],
])('%s', (_, asks, more, fetch) => {
  expect(withFriendFrame(asks, frame(more) as never)).toEqual({ fetch });
});

test('merged fetches are ten seconds apart, others come within one, and each browser at another time', () => {
  expect(fetchDelay('soon', 0, 0.5)).toBe(500);
  expect(fetchDelay('merged', 0, 0.5)).toBe(10_500);
  expect(fetchDelay('merged', 4_000, 0)).toBe(6_000);
  expect(fetchDelay('merged', 60_000, 0.25)).toBe(250);
});
