import { expect, test, vi } from 'vitest';
import { DEFAULT_TEXT_OPTIONS } from '#server/features/texts/outbox/text-channel.ts';
import { backoffMs, DEFAULT_RETRY_POLICY } from './attempt.ts';

test('the backoff grows from two seconds to a quarter of an hour, with full jitter', () => {
  const random = vi.spyOn(Math, 'random');
  random.mockReturnValue(1);
  expect([1, 2, 3, 4].map((attempts) => backoffMs(attempts, DEFAULT_RETRY_POLICY))).toEqual([
    2_000, 4_000, 8_000, 16_000,
  ]);
  expect(backoffMs(1_000_000, DEFAULT_RETRY_POLICY)).toBe(900_000);
  random.mockReturnValue(0.25);
  expect(backoffMs(2, DEFAULT_RETRY_POLICY)).toBe(1_000);
  random.mockRestore();
});

test('a text is retried for more than an hour, a call for support for more than a day', () => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const hours = (attempts: number) => {
    let delay = 0;
    for (let attempt = 1; attempt < attempts; attempt++) delay += backoffMs(attempt, DEFAULT_RETRY_POLICY);
    return delay / 3_600_000;
  };
  expect(hours(DEFAULT_TEXT_OPTIONS.maxAttempts)).toBeCloseTo(1.4, 1);
  // With jitter it is an hour longer or shorter, rarely two.
  expect(hours(DEFAULT_TEXT_OPTIONS.supportAttempts)).toBeCloseTo(28.9, 1);
  random.mockRestore();
});
