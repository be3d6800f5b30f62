import type { Reach } from '#contract/asks.ts';
import { asksForSupport } from '#contract/moods.ts';
import type { SharedMood } from '#contract/views.ts';
import * as t from '#language';
import { listOf } from '#web/text/words.ts';

/** Whom Purple or Dark asks; '' for other moods. It promises no text: friends decide about these, and do not say so. */
export function reachWords({ mood, textsLimited, textsOn, friends }: SharedMood): string {
  if (!asksForSupport(mood)) return '';
  if (friends === 0) return t.nobodyIsAsked;
  if (textsLimited && textsOn) return t.noTextGoesOut;
  return friends === null ? t.friendsSeeItInTheApp : t.askingFriends({ friends });
}

const MAX_NAMES = 3;

/** Where only some friends are asked: who, and that it is a setting, so that one that somebody else made is seen. null for everyone. */
export function onlySomeWords({ only, isSetting, chosenAreGone }: Reach): string | null {
  if (chosenAreGone) return t.chosenFriendsAreGone;
  if (only === null || only.length === 0) return null;
  const rest = only.length - MAX_NAMES;
  const said = listOf(rest > 1 ? [...only.slice(0, MAX_NAMES), t.more({ count: rest })] : only);
  return isSetting
    ? t.onlyTheseBySetting({ names: said, count: only.length })
    : t.onlyTheseThisTime({ names: said, count: only.length });
}

/** Whom a choice of Purple or Dark is going to ask. @param sendsTexts whether a gateway is set */
export function beforeSharingWords({ friends }: Pick<Reach, 'friends'>, sendsTexts: boolean): string {
  if (friends === 0) return t.nobodyIsAsked;
  return sendsTexts ? t.asksByTextOrApp({ friends: friends }) : t.asksInTheApp({ friends: friends });
}

export function asksNobody({ mood, friends }: SharedMood): boolean {
  return asksForSupport(mood) && friends === 0;
}
