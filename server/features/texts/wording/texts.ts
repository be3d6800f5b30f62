import type { Mood } from '#contract/moods.ts';
import { PRODUCT } from '#contract/product.ts';
import type { TextCause } from '../text-columns.ts';
import { sanitizeName } from './sanitize-name.ts';

const HOW_TO_REPLY = " Reply 1: I'll reach out, 2: I can't right now";

export interface Wording {
  cause: TextCause;
  typed: string | null;
  mood: Mood | null;
  authorUid: string | null;
  authorName: string | null;
  authorFirstname: string | null;
  recipientFirstname: string | null;
}

/** SQL: the columns of `Wording`. A departed author has a name as long as texts of their calls wait. */
export const WORDING = `
  t.cause, t.message as typed, choice.mood, author.id as "authorUid",
  coalesce(author.name, case t.cause when 'mood' then departed.name end) as "authorName",
  coalesce(nullif(author.firstname, ''), author.name) as "authorFirstname",
  coalesce(nullif(recipient.firstname, ''), recipient.name) as "recipientFirstname"`;

/** SQL: the joins of texts `t` for `WORDING`. */
export const WORDING_JOINS = `
  left join users author on author.id = t.author
  left join departures departed on departed.uid = t.author
  left join users recipient on recipient.id = t.recipient
  left join mood_choices choice on choice.id = t.cause_id`;

/**
 * A name holds no link and no message of its own.
 * @param answerLink where the friend can answer a call; without it the text links to the chat with its author
 * @param takesReplies whether friends can answer by a text
 * @returns undefined when the cause or a person is no longer there
 */
export function wordsOf(
  wording: Wording,
  appUrl: string,
  answerLink?: string,
  takesReplies = false,
): string | undefined {
  const { cause, typed, mood, authorUid, authorName, authorFirstname, recipientFirstname } = wording;
  if (typed !== null) return typed;
  if (authorName === null) return;
  const name = sanitizeName(authorName);
  const yourFriend = name ? `Your friend ${name}` : 'Your friend';
  const link = answerLink ?? (authorUid === null ? appUrl : `${appUrl}/chat/${authorUid}`);
  switch (cause) {
    case 'mood':
      if (mood === null) return;
      return `${yourFriend} can really use some support right now, because their mood color has changed to ${mood.toLowerCase()}. Send them a support message ${link}`;
    case 'again':
      return `Still hoping to reach a friend: ${name || 'A friend'} could use some support. Even one line helps ${link}${takesReplies ? HOW_TO_REPLY : ''}`;
    case 'slip':
      return `${name || 'A friend'} picked that mood by mistake and is OK ${link}`;
    case 'closing':
      return `${name || 'A friend'} is doing better. Thank you for being there ${link}`;
    case 'message':
      return `${yourFriend} sent you a message on ${PRODUCT} (${appUrl})`;
    case 'connection': {
      if (authorFirstname === null || recipientFirstname === null) return;
      const from = sanitizeName(authorFirstname);
      return `${sanitizeName(recipientFirstname) || 'Hello'}, your new connection${from && ` ${from}`} just sent you a message on ${PRODUCT} ${appUrl}`;
    }
  }
}
