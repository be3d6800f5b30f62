import { type Gateway, NeedsMending, Refused, RetryLater } from '../gateways/gateway.ts';
import type { ClaimedText } from './claim-texts.ts';
import type { Outcome } from './record-outcomes.ts';
import { backoffMs, type RetryPolicy } from './retry-policy.ts';

/** Hands a claimed text to its gateway once and says what came of it. Does not throw. */
export async function attemptText(
  gateway: Gateway,
  text: ClaimedText,
  pace: RetryPolicy,
  signal: AbortSignal,
): Promise<Outcome> {
  const { id, attempts, cause, phoneNumber, message } = text;
  const outcome = { id, attempts, error: null, providerId: null, delayMs: 0 };
  const most = cause === 'mood' ? pace.supportAttempts : pace.maxAttempts;
  try {
    const { providerId } = await gateway.send({ id, phoneNumber, message }, signal);
    return { ...outcome, status: 'sent', providerId };
  } catch (error) {
    if (signal.aborted) return { ...outcome, status: 'queued', error: 'interrupted by a stop' };
    const reason = reasonOf(error);
    if (error instanceof Refused || attempts >= most) return { ...outcome, status: 'failed', error: reason };
    const askedMs = error instanceof RetryLater ? error.afterMs : 0;
    const delayMs = Math.max(askedMs, backoffMs(attempts, pace));
    return { ...outcome, status: 'queued', error: reason, delayMs, needsMending: error instanceof NeedsMending };
  }
}

/** The words of an error that is not a gateway's own may quote the text, so only its name is kept. */
function reasonOf(error: unknown): string {
  if (error instanceof Refused || error instanceof RetryLater) return error.message;
  return `unexpected ${error instanceof Error ? error.name : 'error'} in the gateway`;
}
