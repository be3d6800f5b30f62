import type { Mood } from '#contract/moods.ts';
import { PRODUCT } from '#contract/product.ts';
import type { TextCause } from '../text-columns.ts';
import { sanitizeName } from './sanitize-name.ts';

/** For people whose name is '' (see `sanitizeName`). */
const UNNAMED = 'A friend';

const yourFriend = (name: string) => (name ? `Your friend ${name}` : 'Your friend');

/** The text to a person's connections when they choose Dark or Purple (spec §9). `link` leads to the chat with them. */
export function moodText({ displayName, mood, link }: { displayName: string; mood: Mood; link: string }): string {
  return `${yourFriend(displayName)} can really use some support right now, because their mood color has changed to ${mood.toLowerCase()}. Send them a support message ${link}`;
}

/** The text to the receiver of a chat message (spec §9). `site` is the app's address. */
export function chatText({ displayName, site }: { displayName: string; site: string }): string {
  return `${yourFriend(displayName)} sent you a message on ${PRODUCT} (${site})`;
}

/** The text to a person (`firstname`) with whom another one (`otherFirstname`) connects (spec §9). */
export function connectingText(people: { firstname: string; otherFirstname: string; link: string }): string {
  const { firstname, otherFirstname, link } = people;
  const to = firstname || 'Hello';
  const from = otherFirstname ? `your new connection ${otherFirstname}` : 'your new connection';
  return `${to}, ${from} just sent you a message on ${PRODUCT} ${link}`;
}

/** How friends answer by a text. */
const HOW_TO_REPLY = " Reply 1: I'll reach out, 2: I can't right now";

/** The text to friends who have not answered, when the person asks once more. */
function againText(text: { displayName: string; link: string; takesReplies?: boolean }): string {
  const { displayName, link, takesReplies = false } = text;
  return `Still hoping to reach a friend: ${displayName || UNNAMED} could use some support. Even one line helps ${link}${takesReplies ? HOW_TO_REPLY : ''}`;
}

/** The text to friends who were texted before the person undid the choice. */
function slipText({ displayName, link }: { displayName: string; link: string }): string {
  return `${displayName || UNNAMED} picked that mood by mistake and is OK ${link}`;
}

/** The text to friends who were texted, when the person is better. */
function closingText({ displayName, link }: { displayName: string; link: string }): string {
  return `${displayName || UNNAMED} is doing better. Thank you for being there ${link}`;
}

/** What a text's words are made of: see `WORDS`. */
export interface Wording {
  cause: TextCause;
  /** The words that a person typed; null for other texts. */
  typed: string | null;
  /** For the cause 'mood'. */
  mood: Mood | null;
  /** Null when they have left. */
  authorUid: string | null;
  authorName: string | null;
  authorFirstname: string | null;
  recipientFirstname: string | null;
}

/**
 * The columns of `Wording` for texts `t`, joined by `WORDING_JOINS`. A departed author has a name as long as texts of their
 * calls for support wait. People without a first name are called by their display name.
 */
export const WORDING = `
  t.cause, t.message as typed, choice.mood, author.id as "authorUid",
  coalesce(author.name, case t.cause when 'mood' then departed.name end) as "authorName",
  coalesce(nullif(author.firstname, ''), author.name) as "authorFirstname",
  coalesce(nullif(recipient.firstname, ''), recipient.name) as "recipientFirstname"`;

export const WORDING_JOINS = `
  left join users author on author.id = t.author
  left join departures departed on departed.uid = t.author
  left join users recipient on recipient.id = t.recipient
  left join mood_choices choice on choice.id = t.cause_id`;

/**
 * The words of a text as they are sent: those that a person typed, or else the specification's with the names of now, which
 * hold no link and no message of their own.
 * @param appUrl the app's address, which is the link; a call for support has the address of the chat with its author
 * @param answerLink in place of that address, for the friend alone: lists and exports never have it
 * @param takesReplies whether friends can answer by a text
 * @returns undefined when the cause or a person is no longer there
 */
export function wordsOf(
  wording: Wording,
  appUrl: string,
  answerLink?: string,
  takesReplies?: boolean,
): string | undefined {
  const { cause, typed, mood, authorUid, authorName, authorFirstname, recipientFirstname } = wording;
  if (typed !== null) return typed;
  if (authorName === null) return;
  const displayName = sanitizeName(authorName);
  const link = answerLink ?? (authorUid === null ? appUrl : `${appUrl}/chat/${authorUid}`);
  if (cause === 'again') return againText({ displayName, link, takesReplies: takesReplies ?? false });
  if (cause === 'slip') return slipText({ displayName, link });
  if (cause === 'closing') return closingText({ displayName, link });
  if (cause === 'mood') {
    return mood ? moodText({ displayName, mood, link }) : undefined;
  }
  if (cause === 'message') return chatText({ displayName, site: appUrl });
  if (authorFirstname === null || recipientFirstname === null) return;
  const firstname = sanitizeName(recipientFirstname);
  return connectingText({ firstname, otherFirstname: sanitizeName(authorFirstname), link: appUrl });
}
