import type { Restriction } from '#server/phone-numbers/texting-restriction.ts';
import type { TextCause } from './wording/texts.ts';

/** Why a text was held back: `texts.reason`. */
export type TextReason = Restriction | 'stopped' | 'answered' | 'unwanted' | 'undone' | 'outdated' | 'unproven';

/** For the operator. 'unwanted' stands for all that people have decided, so that it does not tell which. */
export const HELD_BACK: Record<TextReason, string> = {
  stopped: 'held back: STOP was texted from that phone',
  answered: 'held back: somebody has answered, or it is over',
  unwanted: 'held back: one of the two does not want it',
  undone: 'held back: taken back',
  outdated: 'held back: their mood says something else by now',
  unproven: 'held back: a number that is not confirmed',
  incomplete: 'held back: not a whole phone number',
  premium: 'held back: a premium number',
  satellite: 'held back: a satellite number',
};

/** SQL: the assignments that hold a text back. */
export const holdBack = (reason: TextReason) => `
  status = 'cancelled', reason = '${reason}', last_error = '${HELD_BACK[reason]}', next_attempt_at = null,
  settled_at = coalesce(settled_at, now())`;

/** SQL: a text `t` that somebody's decision held back. Counts leave it out, so that nobody learns of the decision. */
export const IS_WITHHELD = `coalesce(t.status = 'cancelled' and t.reason in ('stopped', 'answered', 'unwanted'), false)`;

/** Texts that ask for support go out before all others. */
export function isSupportText(cause: TextCause): boolean {
  return cause === 'mood' || cause === 'again';
}

/**
 * SQL: a text may go to the phone of this person.
 * @param who an alias of `users`
 * @param needsProof a boolean: whether `PHONE_PROOF` is 'required'
 */
export function isTextable(who: string, needsProof: string): string {
  return `(${who}.phone_key is not null and ${who}.phone_restriction is null and (not ${needsProof} or ${who}.phone_proven_at is not null))`;
}
