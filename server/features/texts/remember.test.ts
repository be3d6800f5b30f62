import { expect, test } from 'vitest';
import { remember } from './remember.ts';

test('a result is made once, and again after many others', () => {
  const made: string[] = [];
  const upper = remember(3, (key) => {
    made.push(key);
    return key.toUpperCase();
  });
  expect(['a', 'b', 'a', 'c', 'b', 'a'].map(upper)).toEqual(['A', 'B', 'A', 'C', 'B', 'A']);
  expect(made).toEqual(['a', 'b', 'c']);
  expect(['d', 'a'].map(upper)).toEqual(['D', 'A']);
  expect(made).toEqual(['a', 'b', 'c', 'd', 'a']);
});
