import type pg from 'pg';
import type { OutgoingText } from '../gateways/gateway.ts';
import { isSupportText } from '../support-first.ts';
import { type Wording, wordsOf } from '../wording/texts.ts';
import type { ClaimedText } from './claim-texts.ts';
import { SELECT_DETAILS, type TextDetails } from './text-details.ts';

/** A text that may be sent now, with its words and number. */
export interface DueText extends OutgoingText, Omit<TextDetails, keyof Wording | 'phoneNumber' | 'writtenNumber'> {
  cause: TextDetails['cause'];
  attempts: number;
  /** Whether one of the two does not want it. */
  isUnwanted: boolean;
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

/**
 * Reads all that has to be known about claimed texts, as it is at this moment. One statement.
 * @param recipients by the ids of the texts; a text that one of the two does not want is missing
 * @returns without texts that have no number any more, or whose author has left
 */
export async function findDueTexts(
  pool: pg.Pool,
  claimed: readonly ClaimedText[],
  recipients: ReadonlyMap<string, string | null>,
  links: Links,
): Promise<DueText[]> {
  if (claimed.length === 0) return [];
  const byId = new Map(claimed.map((text) => [text.id, text]));
  const { rows } = await pool.query<TextDetails>({
    name: 'text-details',
    text: SELECT_DETAILS,
    values: [
      claimed.map(({ id }) => id),
      claimed.map(({ id, recipient }) => recipients.get(id) ?? recipient),
      claimed.map(({ claimedAtMs }) => claimedAtMs),
    ],
  });
  return rows.flatMap((details) => {
    const { attempts } = byId.get(details.id)!;
    const isUnwanted = details.recipient !== null && !recipients.has(details.id);
    return dueText(details, links, { attempts, isUnwanted });
  });
}

function dueText(
  details: TextDetails,
  { appUrl, answerLink, takesReplies }: Links,
  claim: Pick<DueText, 'attempts' | 'isUnwanted'>,
): DueText[] {
  const { phoneNumber } = details;
  const isAnswerable = isSupportText(details.cause) && details.authorUid !== null;
  const message = wordsOf(details, appUrl, isAnswerable ? answerLink?.(details.id) : undefined, takesReplies);
  if (phoneNumber === null || message === undefined) return [];
  const { typed, mood, authorUid, authorName, authorFirstname, recipientFirstname, ...text } = details;
  return [{ ...text, ...claim, phoneNumber, message }];
}
