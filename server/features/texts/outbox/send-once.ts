import type { Logger } from 'pino';
import { ProductError } from '#contract/errors.ts';
import { type Gateway, type OutgoingText, Refused, RetryLater } from '../gateways/gateway.ts';

/**
 * Sends a text at once, without a row and without a second try. For codes: their words must be in no table, and a code that
 * arrives an hour late, or twice, would only confuse.
 * @throws {ProductError} invalid, when the gateway refuses the number; unavailable, when it cannot be sent now
 */
export async function sendOnce(
  gateway: Gateway | undefined,
  text: Omit<OutgoingText, 'id'>,
  signal: AbortSignal,
  log: Logger,
): Promise<void> {
  if (!gateway) throw new ProductError('unavailable', 'This Moodring sends no texts.');
  try {
    await gateway.send({ ...text, id: crypto.randomUUID() }, signal);
  } catch (error) {
    const isKnown = error instanceof Refused || error instanceof RetryLater;
    const reason = isKnown
      ? error.message
      : `unexpected ${error instanceof Error ? error.name : 'error'} in the gateway`;
    log.warn({ part: 'texts', reason }, 'A code could not be sent');
    if (error instanceof Refused) throw new ProductError('invalid', 'No text can be sent to that number.');
    throw new ProductError('unavailable', 'The code could not be sent. Please try again in a moment.');
  }
}
