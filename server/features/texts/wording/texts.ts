import type { Language } from '#contract/account/languages.ts';
import type { Mood } from '#contract/moods.ts';
import type { Words } from '#languages';
import { wordsOf } from '#server/languages.ts';
import { sanitizeName } from './sanitize-name.ts';

export interface Wording {
  cause: TextCause;
  typed: string | null;
  mood: Mood | null;
  authorUid: string | null;
  authorName: string | null;
  authorFirstname: string | null;
  recipientFirstname: string | null;
  /** The recipient's. */
  language: Language | null;
}

/** SQL: the columns of `Wording`. A departed author has a name as long as texts of their calls wait. */
export const WORDING = `
  t.cause, t.message as typed, choice.mood, author.id as "authorUid",
  coalesce(author.name, case t.cause when 'mood' then departed.name end) as "authorName",
  coalesce(nullif(author.firstname, ''), author.name) as "authorFirstname",
  coalesce(nullif(recipient.firstname, ''), recipient.name) as "recipientFirstname", recipient.language`;

/** SQL: the joins of texts `t` for `WORDING`. */
export const WORDING_JOINS = `
  left join users author on author.id = t.author
  left join departures departed on departed.uid = t.author
  left join users recipient on recipient.id = t.recipient
  left join mood_choices choice on choice.id = t.cause_id`;

/** 'check-in' reminds the person; 'missed' and 'checked-in' tell the friends who look in. */
const MESSAGES = {
  mood: (t) => t.canReallyUseSupport,
  again: (t) => t.stillHopingToReach,
  slip: (t) => t.pickedByMistake,
  closing: (t) => t.isDoingBetterByText,
  message: (t) => t.sentYouAMessage,
  connection: (t) => t.newConnectionSentYouAMessage,
  'check-in': (t) => t.pleaseCheckInByText,
  missed: (t) => t.hasNotCheckedInByText,
  'checked-in': (t) => t.hasCheckedInByText,
} satisfies Record<string, (t: Words) => unknown>;

export type TextCause = keyof typeof MESSAGES | 'form';

/**
 * In the language of the person who gets it. A name holds no link and no message of its own.
 * @param answerLink where the friend can answer a call; without it the text links to the chat with its author
 * @param takesReplies whether friends can answer by a text
 * @returns undefined when the cause or a person is no longer there
 */
export function messageOf(
  { cause, typed, mood, authorUid, authorName, authorFirstname, recipientFirstname, language }: Wording,
  appUrl: string,
  answerLink?: string,
  takesReplies = false,
): string | undefined {
  if (typed !== null) return typed;
  if (authorName === null || cause === 'form' || (cause === 'mood' && mood === null)) return;
  const t = wordsOf(language);
  const name = sanitizeName((cause === 'connection' && authorFirstname) || authorName);
  return MESSAGES[cause](t)({
    who: name ? 'named' : 'other',
    name: name || t.unnamedFriend,
    recipient: sanitizeName(recipientFirstname ?? '') || t.helloWord,
    mood: mood === 'Dark' ? mood : 'other',
    replies: takesReplies ? 'taken' : 'other',
    link: answerLink ?? linkOf(cause, authorUid, appUrl),
    appUrl,
  });
}

function linkOf(cause: TextCause, authorUid: string | null, appUrl: string): string {
  if (cause === 'check-in') return `${appUrl}/check-in`;
  return authorUid === null ? appUrl : `${appUrl}/chat/${authorUid}`;
}
