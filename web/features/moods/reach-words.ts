import type { Reach } from '#contract/asks.ts';
import { asksForSupport } from '#contract/moods.ts';
import type { SharedMood } from '#contract/views.ts';

const LIMITED =
  'Your friends see it. They were texted 30 times within the hour, so no text goes out this time. You can write to somebody.';

/** Where a call reaches no friend, whatever the reason. */
export const NOBODY = 'Nobody is asked. You can talk to someone right now.';

/** What a choice of Purple or Dark has set in motion, in words that promise no more than that. '' for other moods. */
export function reachWords(shared: SharedMood): string {
  const { mood, textsLimited, textsOn, friends, texts, pushes } = shared;
  if (!asksForSupport(mood)) return '';
  if (textsLimited && textsOn) return LIMITED;
  if (friends === 0) return NOBODY;
  if (friends === null || texts === null || pushes === null) return 'Your friends see it when they open the app.';
  if (!textsOn && pushes === 0) return `Texts are not set up on this Moodring. ${withoutTexts(friends)}`;
  const asked = `You asked ${friends === 1 ? '1 friend' : `${friends} friends`}.`;
  return `${asked} ${byChannel(friends, [
    { count: texts, ...TEXT },
    { count: pushes, ...PUSH },
  ])}`;
}

/** Names that are said; of more friends the rest is counted. */
const MAX_NAMES = 3;

/** Where only some friends are asked: who, and that it is a setting, so that one that somebody else made is seen. null for everyone. */
export function onlySomeWords({ only, isSetting, chosenAreGone }: Reach): string | null {
  if (chosenAreGone) return 'None of the friends you chose sees your mood any more, so everyone who sees it is asked.';
  if (only === null || only.length === 0) return null;
  const said = only.length > MAX_NAMES + 1 ? [...only.slice(0, MAX_NAMES), `${only.length - MAX_NAMES} more`] : only;
  const names = said.length < 2 ? said.join() : `${said.slice(0, -1).join(', ')} and ${said.at(-1)}`;
  return `Only ${names} ${only.length === 1 ? 'is' : 'are'} asked (${isSetting ? 'your setting' : 'as you chose this time'}).`;
}

/** What a choice of Purple or Dark is going to set in motion. */
export function beforeSharingWords({ friends, texts }: Pick<Reach, 'friends' | 'texts'>): string {
  if (friends === 0) return NOBODY;
  if (friends === 1) return `Sharing this tells 1 friend${texts > 0 ? ' and texts them' : ''}.`;
  return `Sharing this tells ${friends} friends${texts > 0 ? ` and texts ${texts} of them` : ''}.`;
}

/** Whether nobody is asked, so that the words need a way to somebody else. */
export function asksNobody({ mood, friends }: SharedMood): boolean {
  return asksForSupport(mood) && friends === 0;
}

const withoutTexts = (friends: number) =>
  friends === 1
    ? 'Your friend sees it when they open the app.'
    : `Your ${friends} friends see it when they open the app.`;

interface Channel {
  count: number;
  one: string;
  many: string;
}

const TEXT = { one: 'gets a text', many: 'get a text' };
const PUSH = { one: 'gets a notification', many: 'get a notification' };
const APP = { one: 'sees it in the app', many: 'see it in the app' };

/** Each friend counts in the best channel only; who has none of these sees it in the app. */
function byChannel(friends: number, channels: Channel[]): string {
  const rest = friends - channels.reduce((sum, { count }) => sum + count, 0);
  const used = [...channels, { count: rest, ...APP }].filter(({ count }) => count > 0);
  if (friends === 1 && used[0]) return `They ${used[0].many}.`;
  if (used.length === 1 && used[0]) return `All ${used[0].count} ${used[0].many}.`;
  return `${used.map(({ count, one, many }) => `${count} ${count === 1 ? one : many}`).join(', ')}.`;
}
