import type { ErrorCode } from '#contract/errors.ts';
import { CallError } from './http.ts';

/** Tries after a failed read that shows an error on the screen. */
export const MAX_RETRIES = 3;

const FIRST_MS = 500;
const LONGEST_MS = 15_000;

/** Says nothing about the call itself: no answer came, or the server failed. */
const TRANSIENT: ReadonlySet<string> = new Set<ErrorCode | 'offline'>(['offline', 'unavailable', 'unexpected']);

/** Whether a call that failed with this code may succeed later, unchanged. */
export function isTransient(code: string): boolean {
  return TRANSIENT.has(code);
}

/**
 * Whether a failed read may succeed after a pause. A rate limit ends by itself. An error other than `CallError` means an
 * answer that was not ours, for example the login page of a public network.
 */
export function canRetryRead(error: Error): boolean {
  return !(error instanceof CallError) || isTransient(error.code) || error.code === 'too_many';
}

/** Query options for data without an error screen: retries with growing pauses until it succeeds or is refused. */
export const retryUntilAnswered = {
  retry: (_failures: number, error: Error) => canRetryRead(error),
  retryDelay: (failures: number) => backoff(failures + 1),
};

/**
 * The pause before the next try, in milliseconds: 0.5 s, doubling up to 15 s. Jitter takes up to half of it away, so that
 * the browsers that lost one server do not all reconnect at the same moment.
 */
export function backoff(failures: number, random: () => number = Math.random): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** failures);
  return longest / 2 + (longest / 2) * random();
}
