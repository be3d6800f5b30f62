import { expect, test } from 'vitest';
import type { SharedMood } from '#contract/views.ts';
import { asksNobody, beforeSharingWords, onlySomeWords, reachWords } from './reach-words.ts';

const shared = (reach: Partial<SharedMood>): SharedMood => ({
  mood: 'Dark',
  chosenAt: 1,
  textsLimited: false,
  ask: null,
  textsOn: true,
  friends: 7,
  ...reach,
});

test.each<[Partial<SharedMood>, string]>([
  [{}, 'Asking 7 friends.'],
  [{ mood: 'Purple', friends: 1 }, 'Asking 1 friend.'],
  // Hidden from all: the circle is not empty, and nobody is asked.
  [{ friends: 0 }, 'Nobody is asked. You can talk to someone right now.'],
  [{ friends: null }, 'Your friends see it in the app.'],
  [{ textsOn: false, textsLimited: true }, 'Asking 7 friends.'],
  [{ textsLimited: true }, expect.stringMatching(/No text goes out/)],
  [{ mood: 'Green' }, ''],
  [{ mood: 'Yellow', friends: 0 }, ''],
])('%j reads: %s', (reach, words) => {
  expect(reachWords(shared(reach))).toEqual(words);
});

test('only a call for support to an empty circle asks nobody', () => {
  expect(asksNobody(shared({ friends: 0 }))).toBe(true);
  expect(asksNobody(shared({ friends: 0, mood: 'Yellow' }))).toBe(false);
  expect(asksNobody(shared({}))).toBe(false);
});

test.each([
  [7, true, 'Asks 7 friends, by text or in the app.'],
  [1, false, 'Asks 1 friend, in the app.'],
  [0, true, 'Nobody is asked. You can talk to someone right now.'],
])('before sharing with %j friends, a gateway: %s, it reads: %s', (friends, sendsTexts, words) => {
  expect(beforeSharingWords({ friends }, sendsTexts)).toBe(words);
});

test.each([
  [null, true, null],
  [['Sam'], true, 'Only Sam is asked (your setting).'],
  [['Mei', 'Sam'], true, 'Only Mei and Sam are asked (your setting).'],
  [['Sam'], false, 'Only Sam is asked (this time).'],
  [['Ada', 'Eve', 'Mei', 'Sam'], true, 'Only Ada, Eve, Mei and Sam are asked (your setting).'],
  [['Ada', 'Eve', 'Joe', 'Mei', 'Sam'], true, 'Only Ada, Eve, Joe and 2 more are asked (your setting).'],
  [null, true, 'None of your chosen friends sees your mood. Everyone is asked.', true],
])('with the list %j, a setting: %s, it reads: %s', (only, isSetting, words, chosenAreGone = false) => {
  expect(onlySomeWords({ friends: 1, only, isSetting, chosenAreGone })).toBe(words);
});
