import type { Mood } from '#contract/moods.ts';
import { PRODUCT } from '#contract/product.ts';

/** What a connection is texted when somebody picks Dark or Purple (spec §9). `link` is the app's address. */
export function moodText({ displayName, mood, link }: { displayName: string; mood: Mood; link: string }): string {
  return `Your friend ${displayName} can really use some support right now, because their mood color has changed to ${mood.toLowerCase()}. Send them a support message ${link}`;
}

/** What the receiver of a chat message is texted (spec §9). `site` is the app's address. */
export function chatText({ displayName, site }: { displayName: string; site: string }): string {
  return `Your friend ${displayName} sent you a message on ${PRODUCT} (${site})`;
}

/** What a person is texted (`firstname`) when somebody connects with them (`otherFirstname`) (spec §9). */
export function connectingText(people: { firstname: string; otherFirstname: string; link: string }): string {
  return `${people.firstname}, your new connection ${people.otherFirstname} just sent you a message on ${PRODUCT} ${people.link}`;
}
