import { TooMany } from '../../limits/index.ts';
import type { Allowance } from './allowance.ts';
import type { ClaimedText } from './claim-texts.ts';
import type { Outcome } from './record-outcomes.ts';

const WAITING = "waits: the day's texts are used up";

/** Takes a claimed text's place among the day's. @returns undefined when it may go, otherwise that it stays queued */
export async function waitForRoom(allowance: Allowance, text: ClaimedText): Promise<Outcome | undefined> {
  const { id, attempts, cause, lastError } = text;
  // What came by hand was counted at the door, and a try after a failure is not another text.
  if (cause === 'form' || (attempts > 1 && lastError !== WAITING)) return;
  try {
    await allowance.take(cause);
  } catch (error) {
    if (!(error instanceof TooMany)) throw error;
    return { id, attempts, status: 'queued', error: WAITING, providerId: null, delayMs: 0 };
  }
}
