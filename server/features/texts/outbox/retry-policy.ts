/** When a failed text is sent again, and when it is given up. Times in milliseconds. */
export interface RetryPolicy {
  maxAttempts: number;
  /** The same for texts that ask for support. */
  supportAttempts: number;
  backoffBaseMs: number;
  backoffCapMs: number;
}

/** No text waits longer than this for its next attempt, whatever its gateway asks for. */
export const MAX_RETRY_DELAY_MS = 15 * 60 * 1000;

/**
 * Twenty attempts take about an hour and a half, so an hour's outage of a gateway loses nothing. 240 attempts take more than
 * a day, so a call for support survives a night without a gateway. Attempts are counted, not time, because clocks get reset.
 */
export const DEFAULT_RETRY_POLICY: RetryPolicy = {
  maxAttempts: 20,
  supportAttempts: 240,
  backoffBaseMs: 2_000,
  backoffCapMs: MAX_RETRY_DELAY_MS,
};

/** Exponential backoff with full jitter: texts that failed together do not come back together. */
export function backoffMs(
  attempts: number,
  { backoffBaseMs, backoffCapMs }: Pick<RetryPolicy, 'backoffBaseMs' | 'backoffCapMs'>,
): number {
  return Math.random() * Math.min(backoffCapMs, backoffBaseMs * 2 ** (attempts - 1));
}
