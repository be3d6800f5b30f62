import { expect, test } from 'vitest';
import { laterMood } from './use-own-mood.ts';

const dark = { mood: 'Dark', chosenAt: 12 } as const;
const green = { mood: 'Green', chosenAt: 11 } as const;

test('of two moods the later choice stays, in whatever order they arrive', () => {
  expect(laterMood(green, dark)).toBe(dark);
  expect(laterMood(dark, green)).toBe(dark);
  expect(laterMood(undefined, green)).toBe(green);
});
