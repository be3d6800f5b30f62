import { LONGEST_PAUSE_MS } from './longest-pause.ts';

/** How fast the outbox goes, and when it gives up. All times in milliseconds. */
export interface RetryPolicy {
  /** Texts of one kind that are being sent at the same moment. */
  concurrency: number;
  /** So many more that ask for support: they find a place although all others hang. */
  supportPlaces: number;
  /** How often to look for what other nodes wrote and for what has become due. */
  pollMs: number;
  /** How long a claim holds: more than any gateway takes for one attempt. */
  leaseMs: number;
  /** How long a stop waits for the sends in flight. */
  drainMs: number;
  maxAttempts: number;
  /** For texts that ask for support. */
  supportAttempts: number;
  backoffBaseMs: number;
  backoffCapMs: number;
}

/**
 * Twenty attempts go on for about an hour and a half, so that a gateway's bad hour loses nothing. Who asks for support is
 * not given up in a night without a gateway: 240 attempts go on for more than a day. They are counted, because clocks are set.
 */
export const DEFAULT_RETRY_POLICY: RetryPolicy = {
  concurrency: 8,
  supportPlaces: 2,
  pollMs: 2_000,
  leaseMs: 30_000,
  drainMs: 5_000,
  maxAttempts: 20,
  supportAttempts: 240,
  backoffBaseMs: 2_000,
  backoffCapMs: LONGEST_PAUSE_MS,
};

/** Exponential, with full jitter: texts that failed together do not come back together. */
export function backoffMs(attempts: number, { backoffBaseMs, backoffCapMs }: RetryPolicy): number {
  return Math.random() * Math.min(backoffCapMs, backoffBaseMs * 2 ** (attempts - 1));
}
