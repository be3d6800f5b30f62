import { expect, test } from 'vitest';
import { backoff } from './retry.ts';

test('the first try comes within half a second', () => {
  expect(backoff(0, () => 0)).toBe(250);
  expect(backoff(0, () => 1)).toBe(500);
});

test('each failure doubles the wait, up to 15 seconds', () => {
  const longest = [0, 1, 2, 3, 4, 5, 6, 100, 5000].map((failures) => backoff(failures, () => 1));
  expect(longest).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000, 15_000]);
});

test('jitter never takes more than half of the wait', () => {
  for (let failures = 0; failures < 20; failures++) {
    const wait = backoff(failures);
    expect(wait).toBeGreaterThanOrEqual(backoff(failures, () => 1) / 2);
    expect(wait).toBeLessThanOrEqual(15_000);
  }
});
