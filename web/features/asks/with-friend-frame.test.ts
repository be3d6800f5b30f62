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

test.each([
  ['one more friend is counted at once, the fetch for the name waits', { onIt: 3 }, { onIt: 4 }, 'merged', 4],
  ['the first friend is named soon', { onIt: 0 }, { onIt: 1 }, 'soon', 1],
  ['the third friend is named soon', { onIt: 2 }, { onIt: 3 }, 'soon', 3],
  ['the own answer is in the frame’s count, not in the card’s', { answer: 'yes' }, { onIt: 2 }, 'merged'],
  ['one more friend beside the own answer', { answer: 'yes' }, { onIt: 3 }, 'soon', 2],
  ['an ask that is not known', {}, { id: 'new' }, 'soon'],
  ['a worsening', {}, { level: 'Dark' }, 'soon'],
  ['an end', {}, { state: 'closed' }, 'soon'],
  ['a new call after an end', { closed: { at: 1, thanked: false } }, {}, 'soon'],
  ['a friend who had to go', {}, { onIt: 0 }, 'soon'],
  ['another change', {}, { onIt: 1 }, 'merged'],
  ['a frame that is not newer', {}, { version: 4 }, 'none'],
])('%s', (_, known, more, fetch, onIt?: number) => {
  const changed = withFriendFrame(asksWith(known), frame(more) as never);
  expect(changed.fetch).toBe(fetch);
  expect(changed.asks?.friends).toEqual(
    onIt === undefined ? undefined : [other, { ...ask, ...known, onIt, version: 5 }],
  );
});

test('a frame before the asks are known is no change, and they are fetched', () => {
  expect(withFriendFrame(undefined, frame() as never)).toEqual({ fetch: 'soon' });
});

test('merged fetches are ten seconds apart, others come within one, and each browser at another time', () => {
  expect(fetchDelay('soon', 0, 0.5)).toBe(500);
  expect(fetchDelay('merged', 0, 0.5)).toBe(10_500);
  expect(fetchDelay('merged', 4_000, 0)).toBe(6_000);
  expect(fetchDelay('merged', 60_000, 0.25)).toBe(250);
});
