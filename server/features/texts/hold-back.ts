import type { Config } from '../../config.ts';
import { type Limits, TEXTS_BY_ONE, TEXTS_TO_ONE, TooMany } from '../../limits/index.ts';
import type { ClaimedText } from './claim-texts.ts';
import { numberFault } from './number-fault.ts';
import { readNumber } from './read-number.ts';
import type { Outcome } from './record-outcomes.ts';

/** What holds for every text that leaves, whatever it follows from. */
export interface Rules extends Pick<Config, 'defaultCountry' | 'appUrl'> {
  limits: Limits;
}

/**
 * The last look at a claimed text, here and not where numbers are saved and texts are stored: nothing gets past, not even
 * what was stored before there was a rule, and neither sign-up nor the chat path pays for it. People are texted wherever
 * they are, but no service is, no premium number, and nobody without end.
 * @returns undefined when the text may go, otherwise that it never will
 */
export async function holdBack({ limits, defaultCountry }: Rules, text: ClaimedText): Promise<Outcome | undefined> {
  const number = readNumber(text.phoneNumber, defaultCountry);
  const fault = numberFault(number);
  if (!number || fault === 'short') return heldBack(text, 'not a whole phone number');
  if (fault === 'dear') return heldBack(text, 'a premium number');
  if (fault === 'worldwide') return heldBack(text, 'a satellite number');
  // A call for support is never one too many, and what comes by hand was counted at the door.
  const isCounted = text.cause === 'message' || text.cause === 'connection';
  if (!isCounted || text.attempts > 1) return;
  try {
    if (text.author) await limits.take(TEXTS_BY_ONE, text.author);
    await limits.take(TEXTS_TO_ONE, number.number);
  } catch (error) {
    if (!(error instanceof TooMany)) throw error;
    return heldBack(text, error.message);
  }
}

function heldBack({ id, attempts }: ClaimedText, reason: string): Outcome {
  return { id, attempts, status: 'cancelled', error: `held back: ${reason}`, providerId: null, delayMs: 0 };
}
