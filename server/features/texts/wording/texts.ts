import type { Mood } from '#contract/moods.ts';
import { PRODUCT } from '#contract/product.ts';

/** The text to a person's connections when they choose Dark or Purple (spec §9). `link` is the app's address. */
export function moodText({ displayName, mood, link }: { displayName: string; mood: Mood; link: string }): string {
  return `Your friend ${displayName} can really use some support right now, because their mood color has changed to ${mood.toLowerCase()}. Send them a support message ${link}`;
}

/** The text to the receiver of a chat message (spec §9). `site` is the app's address. */
export function chatText({ displayName, site }: { displayName: string; site: string }): string {
  return `Your friend ${displayName} sent you a message on ${PRODUCT} (${site})`;
}

/** The text to a person (`firstname`) with whom another one (`otherFirstname`) connects (spec §9). */
export function connectingText(people: { firstname: string; otherFirstname: string; link: string }): string {
  return `${people.firstname}, your new connection ${people.otherFirstname} just sent you a message on ${PRODUCT} ${people.link}`;
}

/** No name contains it, because PostgreSQL cannot store it. */
const PLACEHOLDER = '\0';

/** A text without its names: the parts before, between and behind them. */
export function splitAtNames(text: (name: string) => string): string[] {
  return text(PLACEHOLDER).split(PLACEHOLDER);
}

/** A text before and after its one name, for statements that take the name from the database. */
export function splitAtName(text: (displayName: string) => string): { before: string; after: string } {
  const [before = '', after = ''] = splitAtNames(text);
  return { before, after };
}
