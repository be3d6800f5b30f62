import type { OutgoingText } from '../gateways/gateway.ts';
import { isSupportText } from '../support-first.ts';
import { type Wording, wordsOf } from '../wording/texts.ts';
import type { DueText } from './due-texts.ts';
import type { TextDetails } from './text-details.ts';

/** A text that this worker may send now, with its words and number. */
export interface ClaimedText extends OutgoingText, Omit<TextDetails, keyof Wording | 'phoneNumber' | 'writtenNumber'> {
  cause: TextDetails['cause'];
  /** The text has no row yet. */
  due?: DueText;
}

/** Where the links of texts lead. */
export interface Links {
  /** The app's address. */
  appUrl: string;
  /** The page on which the friend who gets this text can answer; without it the chat with the author. */
  answerLink?: ((textId: string) => string) | undefined;
  /** Whether friends can answer by a text. */
  takesReplies?: boolean | undefined;
}

/** @returns undefined when there is no number for it any more, or its author has left */
export function claimedText(
  details: TextDetails,
  { appUrl, answerLink, takesReplies }: Links,
  due?: DueText,
): ClaimedText | undefined {
  const { phoneNumber } = details;
  const isAnswerable = isSupportText(details.cause) && details.authorUid !== null;
  const message = wordsOf(details, appUrl, isAnswerable ? answerLink?.(details.id) : undefined, takesReplies);
  if (phoneNumber === null || message === undefined) return;
  const { typed, mood, authorUid, authorName, authorFirstname, recipientFirstname, ...text } = details;
  return { ...text, phoneNumber, message, ...(due && { due }) };
}
