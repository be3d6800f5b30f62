import { expect, test } from 'vitest';
import { CallError } from './http.ts';
import { backoff, canRetryRead } from './retry.ts';

test.each([
  ['no answer', new CallError(0, 'offline', ''), true],
  ['a server that fails', new CallError(500, 'unexpected', ''), true],
  ['a server that is stopping', new CallError(503, 'unavailable', ''), true],
  ['a rate limit', new CallError(429, 'too_many', ''), true],
  ['an answer that is not ours', new TypeError('not a list'), true],
  ['an ended session', new CallError(401, 'not_signed_in', ''), false],
  ['a refusal', new CallError(403, 'not_connected', ''), false],
])('whether a read is tried again after %s', (_, error, canRetry) => {
  expect(canRetryRead(error)).toBe(canRetry);
});

test('the first pause is half a second at most', () => {
  expect(backoff(0, () => 0)).toBe(250);
  expect(backoff(0, () => 1)).toBe(500);
});

test('each failure doubles the pause, up to 15 seconds', () => {
  const longest = [0, 1, 2, 3, 4, 5, 6, 100, 5000].map((failures) => backoff(failures, () => 1));
  expect(longest).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000, 15_000]);
});

test('jitter takes at most half of the pause', () => {
  for (let failures = 0; failures < 20; failures++) {
    const pause = backoff(failures);
    expect(pause).toBeGreaterThanOrEqual(backoff(failures, () => 1) / 2);
    expect(pause).toBeLessThanOrEqual(15_000);
  }
});
