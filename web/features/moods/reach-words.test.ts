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
  texts: 4,
  pushes: 0,
  ...reach,
});

test.each<[Partial<SharedMood>, string]>([
  [{}, 'You asked 7 friends. 4 get a text, 3 see it in the app.'],
  [{ mood: 'Purple', texts: 1 }, 'You asked 7 friends. 1 gets a text, 6 see it in the app.'],
  [{ pushes: 2 }, 'You asked 7 friends. 4 get a text, 2 get a notification, 1 sees it in the app.'],
  [{ textsOn: false, texts: 0, pushes: 1 }, 'You asked 7 friends. 1 gets a notification, 6 see it in the app.'],
  [{ textsOn: false, texts: 0, pushes: 7 }, 'You asked 7 friends. All 7 get a notification.'],
  [{ texts: 6 }, 'You asked 7 friends. 6 get a text, 1 sees it in the app.'],
  [{ texts: 7 }, 'You asked 7 friends. All 7 get a text.'],
  [{ texts: 0 }, 'You asked 7 friends. All 7 see it in the app.'],
  [{ friends: 1, texts: 1 }, 'You asked 1 friend. They get a text.'],
  [{ friends: 1, texts: 0 }, 'You asked 1 friend. They see it in the app.'],
  [
    { textsOn: false, texts: 0 },
    'Texts are not set up on this Moodring. Your 7 friends see it when they open the app.',
  ],
  [
    { textsOn: false, texts: 0, friends: 1 },
    'Texts are not set up on this Moodring. Your friend sees it when they open the app.',
  ],
  [{ friends: 0, texts: 0 }, 'Nobody is asked. You can talk to someone right now.'],
  [{ friends: 0, texts: 0, textsOn: false }, 'Nobody is asked. You can talk to someone right now.'],
  [{ friends: null, texts: null, pushes: null }, 'Your friends see it when they open the app.'],
  [
    { textsOn: false, texts: 0, textsLimited: true },
    'Texts are not set up on this Moodring. Your 7 friends see it when they open the app.',
  ],
  [{ textsLimited: true, texts: 0 }, expect.stringMatching(/no text goes out this time/)],
  [{ mood: 'Green', texts: 0 }, ''],
  [{ mood: 'Yellow', friends: 0, texts: 0 }, ''],
])('%j reads: %s', (reach, words) => {
  expect(reachWords(shared(reach))).toEqual(words);
});

test('only a call for support to an empty circle asks nobody', () => {
  expect(asksNobody(shared({ friends: 0 }))).toBe(true);
  expect(asksNobody(shared({ friends: 0, mood: 'Yellow' }))).toBe(false);
  expect(asksNobody(shared({}))).toBe(false);
});

test.each([
  [{ friends: 7, texts: 4 }, 'Sharing this tells 7 friends and texts 4 of them.'],
  [{ friends: 7, texts: 0 }, 'Sharing this tells 7 friends.'],
  [{ friends: 1, texts: 1 }, 'Sharing this tells 1 friend and texts them.'],
  [{ friends: 1, texts: 0 }, 'Sharing this tells 1 friend.'],
  [{ friends: 0, texts: 0 }, 'Nobody is asked. You can talk to someone right now.'],
])('before sharing, %j reads: %s', (reach, words) => {
  expect(beforeSharingWords(reach)).toBe(words);
});

test.each([
  [null, true, null],
  [['Sam'], true, 'Only Sam is asked (your setting).'],
  [['Mei', 'Sam'], true, 'Only Mei and Sam are asked (your setting).'],
  [['Sam'], false, 'Only Sam is asked (as you chose this time).'],
  [['Ada', 'Eve', 'Mei', 'Sam'], true, 'Only Ada, Eve, Mei and Sam are asked (your setting).'],
  [['Ada', 'Eve', 'Joe', 'Mei', 'Sam'], true, 'Only Ada, Eve, Joe and 2 more are asked (your setting).'],
  [null, true, 'None of the friends you chose sees your mood any more, so everyone who sees it is asked.', true],
])('with the list %j, a setting: %s, it reads: %s', (only, isSetting, words, chosenAreGone = false) => {
  expect(onlySomeWords({ friends: 1, texts: 1, only, isSetting, chosenAreGone })).toBe(words);
});
