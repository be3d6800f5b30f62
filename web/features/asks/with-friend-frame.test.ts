import { expect, test } from 'vitest';
import { fetchDelay } from './use-asks.ts';

test('merged fetches are ten seconds apart, others come within one, and each browser at another time', () => {
  expect(fetchDelay('soon', 0, 0.5)).toBe(500);
  expect(fetchDelay('merged', 0, 0.5)).toBe(10_500);
  expect(fetchDelay('merged', 4_000, 0)).toBe(6_000);
  expect(fetchDelay('merged', 60_000, 0.25)).toBe(250);
});
