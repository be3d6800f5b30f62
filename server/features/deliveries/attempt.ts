import type { Delivery, Outcome } from './channel.ts';
import { Gone, Misconfigured, Refused, RetryLater, reasonOf } from './errors.ts';

export const MAX_RETRY_DELAY_MS = 15 * 60 * 1000;

export const DEFAULT_RETRY_POLICY = { backoffBaseMs: 2_000, backoffCapMs: MAX_RETRY_DELAY_MS };

type RetryPolicy = typeof DEFAULT_RETRY_POLICY;

/** Exponential backoff with full jitter: deliveries that failed together do not come back together. */
export function backoffMs(attempts: number, { backoffBaseMs, backoffCapMs }: RetryPolicy): number {
  return Math.random() * Math.min(backoffCapMs, backoffBaseMs * 2 ** (attempts - 1));
}

/** What Retry-After asks for, in milliseconds; 0 for none. A date is compared with the sender's clock, because ours may differ. */
export function retryAfterMs(headers: Headers): number {
  const header = headers.get('retry-after');
  if (header === null) return 0;
  const senderNow = Date.parse(headers.get('date') ?? '') || Date.now();
  const askedMs = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - senderNow;
  return Math.min(Math.max(askedMs || 0, 0), MAX_RETRY_DELAY_MS);
}

export async function attempt(
  { id, claim, attempt, maxAttempts }: Delivery,
  send: () => Promise<unknown>,
  policy: RetryPolicy,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    await send();
    return { id, claim, result: 'sent' };
  } catch (error) {
    const reason = reasonOf(error);
    // It may have arrived: that counts as an attempt.
    if (signal.aborted) return { id, claim, result: 'retry', reason: 'interrupted by a stop' };
    if (error instanceof Gone) return { id, claim, result: 'gone', reason };
    if (error instanceof Refused || attempt >= maxAttempts) return { id, claim, result: 'failed', reason };
    const askedMs = error instanceof RetryLater ? error.afterMs : 0;
    const delayMs = Math.min(Math.max(askedMs, backoffMs(attempt, policy)), MAX_RETRY_DELAY_MS);
    return { id, claim, result: 'retry', reason, delayMs, isMisconfigured: error instanceof Misconfigured };
  }
}

/** Without an attempt, it waits for that time. */
export function postponed({ id, claim }: Pick<Outcome, 'id' | 'claim'>, reason: string, delayMs: number): Outcome {
  return { id, claim, result: 'later', reason: `waits: ${reason}`, delayMs };
}
