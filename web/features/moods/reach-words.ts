import type { Reach } from '#contract/asks.ts';
import { asksForSupport } from '#contract/moods.ts';
import type { SharedMood } from '#contract/views.ts';
import { listOf, plural } from '#web/text/words.ts';
import { NOBODY } from './ask-bar.ts';

/** Whom Purple or Dark asks; '' for other moods. It promises no text: friends decide about these, and do not say so. */
export function reachWords({ mood, textsLimited, textsOn, friends }: SharedMood): string {
  if (!asksForSupport(mood)) return '';
  if (friends === 0) return NOBODY;
  if (textsLimited && textsOn) return 'Your friends see it. No text goes out: 30 went out in the last hour.';
  return friends === null ? 'Your friends see it in the app.' : `Asking ${plural(friends, 'friend')}.`;
}

const MAX_NAMES = 3;

/** Where only some friends are asked: who, and that it is a setting, so that one that somebody else made is seen. null for everyone. */
export function onlySomeWords({ only, isSetting, chosenAreGone }: Reach): string | null {
  if (chosenAreGone) return 'None of your chosen friends sees your mood. Everyone is asked.';
  if (only === null || only.length === 0) return null;
  const said = only.length > MAX_NAMES + 1 ? [...only.slice(0, MAX_NAMES), `${only.length - MAX_NAMES} more`] : only;
  return `Only ${listOf(said)} ${only.length === 1 ? 'is' : 'are'} asked (${isSetting ? 'your setting' : 'this time'}).`;
}

/** Whom a choice of Purple or Dark is going to ask. @param sendsTexts whether a gateway is set */
export function beforeSharingWords({ friends }: Pick<Reach, 'friends'>, sendsTexts: boolean): string {
  if (friends === 0) return NOBODY;
  return `Asks ${plural(friends, 'friend')}, ${sendsTexts ? 'by text or in the app' : 'in the app'}.`;
}

export function asksNobody({ mood, friends }: SharedMood): boolean {
  return asksForSupport(mood) && friends === 0;
}
