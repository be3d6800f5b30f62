import type { ErrorCode } from '#contract/errors.ts';
import { CallError } from './http.ts';

export const MAX_RETRIES = 3;

const FIRST_MS = 500;
const LONGEST_MS = 15_000;

/** Says nothing about the call itself: no answer came, or the server failed. */
const TRANSIENT: ReadonlySet<string> = new Set<ErrorCode | 'offline'>(['offline', 'unavailable', 'unexpected']);

/** Whether a call that failed with this code may succeed later, unchanged. */
export function isTransient(code: string): boolean {
  return TRANSIENT.has(code);
}

/** A rate limit ends by itself. Other errors than `CallError` are answers that were not ours, as a public network's log-in. */
export function canRetryRead(error: Error): boolean {
  return !(error instanceof CallError) || isTransient(error.code) || error.code === 'too_many';
}

/** Query options for data without an error screen: retries with growing pauses until it succeeds or is refused. */
export const retryUntilAnswered = {
  retry: (_failures: number, error: Error) => canRetryRead(error),
  retryDelay: (failures: number) => backoff(failures + 1),
};

/** 0.5 s, doubling up to 15 s, in ms. Jitter takes up to half away, so that browsers do not all come back at once. */
export function backoff(failures: number, random: () => number = Math.random): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** failures);
  return longest / 2 + (longest / 2) * random();
}
