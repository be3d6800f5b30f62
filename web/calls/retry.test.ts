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

test('each failure doubles the pause, from half a second up to 15 seconds; jitter takes at most half of it', () => {
  for (const [failures, longest] of [500, 1000, 2000, 4000, 8000, 15_000, 15_000].entries()) {
    expect(backoff(failures, () => 1)).toBe(longest);
    expect(backoff(failures, () => 0)).toBe(longest / 2);
  }
  expect(backoff(5000, () => 1)).toBe(15_000);
});
