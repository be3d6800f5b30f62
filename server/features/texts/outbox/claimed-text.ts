import type { OutgoingText } from '../gateways/gateway.ts';
import { type Wording, wordsOf } from '../wording/texts.ts';
import type { DueText } from './due-texts.ts';
import type { TextDetails } from './text-details.ts';

/** A text that this worker may send now, with its words and number. */
export interface ClaimedText extends OutgoingText, Omit<TextDetails, keyof Wording | 'phoneNumber'> {
  cause: TextDetails['cause'];
  /** The text has no row yet. */
  due?: DueText;
}

/** @returns undefined when there is no number for it any more, or its author has left */
export function claimedText(details: TextDetails, appUrl: string, due?: DueText): ClaimedText | undefined {
  const { phoneNumber } = details;
  const message = wordsOf(details, appUrl);
  if (phoneNumber === null || message === undefined) return;
  const { typed, mood, authorUid, authorName, authorFirstname, recipientFirstname, ...text } = details;
  return { ...text, phoneNumber, message, ...(due && { due }) };
}
