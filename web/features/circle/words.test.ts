import { expect, test } from 'vitest';
import { moodWords } from '#contract/moods.ts';
import { telOf } from './tel-of.ts';

test.each([
  [{ mood: 'Dark' }, false, 'is in bad shape.'],
  [{ mood: 'Dark' }, true, 'is in bad shape. Can you help out? A message is enough.'],
  [{ mood: 'Green', isNew: true }, false, 'is new here.'],
] as const)('of %j, asked: %s, a row says: %s', (entry, isAsked, words) => {
  expect(moodWords(entry, isAsked)).toBe(words);
});

test.each([
  ['+1 (415) 555-0100', 'tel:+14155550100'],
  ['911', null],
  ['12345', null],
  ['+1 415 555 0100 ext. 7', null],
  ['1234567890123456', null],
])('the number %j is called by %j', (phonenumber, tel) => {
  expect(telOf(phonenumber)).toBe(tel);
});
