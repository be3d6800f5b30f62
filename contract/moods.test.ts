import { expect, test } from 'vitest';
import { moodWords } from './moods.ts';

test.each([
  [{ mood: 'Dark' }, false, 'is in bad shape.'],
  [{ mood: 'Dark' }, true, 'is in bad shape. Can you help out? A message is enough.'],
  [{ mood: 'Green', isNew: true }, false, 'is new here.'],
] as const)('of %j, asked: %s, a row says: %s', (entry, isAsked, words) => {
  expect(moodWords(entry, isAsked)).toBe(words);
});
