import { withheld } from '../admission/admit-text.ts';
import { type Gateway, GatewayMisconfigured, PhoneStopped, Refused, RetryLater } from '../gateways/gateway.ts';
import { isSupportText } from '../support-first.ts';
import type { DueText } from './due-text.ts';
import type { Outcome } from './record-outcomes.ts';
import { backoffMs, type RetryPolicy } from './retry-policy.ts';

/** Hands a claimed text to its gateway once and returns the outcome. Does not throw. */
export async function attemptText(
  gateway: Gateway,
  text: DueText,
  policy: RetryPolicy,
  signal: AbortSignal,
): Promise<Outcome> {
  const { id, attempts, recipient, cause, phoneNumber, writtenNumber, message } = text;
  const outcome = { id, attempts, recipient, error: null, providerId: null, delayMs: 0 };
  const maxAttempts = isSupportText(cause) ? policy.supportAttempts : policy.maxAttempts;
  try {
    const { providerId } = await gateway.send(
      { id, phoneNumber, writtenNumber, message, isSupport: isSupportText(cause) },
      signal,
    );
    return { ...outcome, status: 'sent', providerId };
  } catch (error) {
    if (signal.aborted) return { ...outcome, status: 'queued', error: 'interrupted by a stop' };
    const reason = reasonOf(error);
    // As for a STOP that we knew of: a failure would show its author who has stopped texts.
    if (error instanceof PhoneStopped) return { ...withheld(text, 'stopped'), isPhoneStopped: true };
    if (error instanceof Refused || attempts >= maxAttempts) return { ...outcome, status: 'failed', error: reason };
    const askedMs = error instanceof RetryLater ? error.afterMs : 0;
    const delayMs = Math.max(askedMs, backoffMs(attempts, policy));
    const isMisconfigured = error instanceof GatewayMisconfigured;
    return { ...outcome, status: 'queued', error: reason, delayMs, isMisconfigured };
  }
}

/** Other errors may quote the text in their message, so only their name is kept. */
function reasonOf(error: unknown): string {
  if (error instanceof Refused || error instanceof RetryLater) return error.message;
  return `unexpected ${error instanceof Error ? error.name : 'error'} in the gateway`;
}
