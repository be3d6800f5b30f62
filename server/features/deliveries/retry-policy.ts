/** Times in milliseconds. */
export interface RetryPolicy {
  backoffBaseMs: number;
  backoffCapMs: number;
}

/** Nothing waits longer than this for its next attempt, whatever its service asks for. */
export const MAX_RETRY_DELAY_MS = 15 * 60 * 1000;

export const DEFAULT_RETRY_POLICY: RetryPolicy = { backoffBaseMs: 2_000, backoffCapMs: MAX_RETRY_DELAY_MS };

/** Exponential backoff with full jitter: deliveries that failed together do not come back together. */
export function backoffMs(attempts: number, { backoffBaseMs, backoffCapMs }: RetryPolicy): number {
  return Math.random() * Math.min(backoffCapMs, backoffBaseMs * 2 ** (attempts - 1));
}
