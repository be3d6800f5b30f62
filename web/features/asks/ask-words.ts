import type { AskReport, FriendAsk, OwnAsk, Undone } from '#contract/asks.ts';
import { type Mood, moodName } from '#contract/moods.ts';
import * as t from '#language';
import { clockTime, dayAndTime, dayOrTime, daysBetween, HOUR, MINUTE } from '#web/dates/format-date.ts';
import { firstName } from '#web/features/circle/index.ts';
import { listOf } from '#web/text/words.ts';

/** What would help, as the person chooses it and friends read it. */
export const HELP_WORDS = {
  call: t.callMe,
  message: t.messageMe,
  company: t.keepMeCompany,
  know: t.justSoYouKnow,
};

/** What the person has said: a line, and what would help. */
export function saidWords({ help, note }: Pick<FriendAsk, 'help' | 'note'>): string {
  return [note && t.quoted({ words: note }), help && HELP_WORDS[help]].filter(Boolean).join(' · ');
}

/** While nobody comes. @param names first names of all friends who are asked, where they are few; null for more */
export function askingWords(report: AskReport, names: string[] | null): string {
  const { asked, seen } = report;
  if (asked === 0) return t.nobodyIsAsked;
  if (names && seen >= asked) return t.namesKnow({ names: listOf(names), count: asked });
  if (seen > 0) return t.yourFriendsKnow;
  if (isOnlyInApp(report)) return t.nobodyCouldBeTexted;
  return names ? t.askingNames({ names: listOf(names) }) : t.askingYourFriends;
}

/** Whether friends are asked, no text or notification can reach one, and none has looked yet. */
export function isOnlyInApp({ asked, handed, trying, notifiable, seen }: AskReport): boolean {
  return asked > 0 && seen === 0 && handed + trying + notifiable === 0;
}

/** The honest report: counts, and a name only where the network failed. */
export function reportWords({ handed, arrived, lost, trying, appOnly, seen }: AskReport): string[] {
  const texts = [
    ...(arrived > 0 ? [t.textsDelivered({ texts: arrived })] : []),
    ...(handed > arrived ? [t.textsSent({ texts: handed - arrived })] : []),
    ...(trying > 0 ? [t.textsOnTheWay({ texts: trying })] : []),
    ...(appOnly > 0 ? [t.inTheAppOnly({ friends: appOnly })] : []),
  ];
  return [
    ...(texts.length > 0 ? [t.reportedTexts({ texts: texts.join(t.listComma) })] : []),
    ...(seen > 0 ? [t.haveSeenIt({ friends: seen })] : []),
    ...lost.map(({ firstname }) => (firstname ? t.textNotSentTo({ name: firstname }) : t.textToAFriendNotSent)),
  ];
}

/** Before friends are asked. It promises no text: some friends want none. @param until and @param now by the server's clock */
export function holdWords(level: Mood, until: number, now: number): string {
  return t.askingThemIn({ mood: moodName(level), seconds: secondsUntil(until, now) });
}

/** The same in the sheet, which gives time. */
export function sheetWords(until: number, now: number): string {
  const seconds = secondsUntil(until, now);
  return seconds > 60 ? t.askingInMinutes({ minutes: Math.round(seconds / 60) }) : t.askingInSeconds({ seconds });
}

function secondsUntil(until: number, now: number): number {
  return Math.max(0, Math.ceil((until - now) / 1000));
}

type UndoneCounts = Pick<Undone, 'asked' | 'left'> & Partial<Undone>;

/** Where an earlier choice stands, its friends were asked. @param mood what friends see now */
export function undoneWords({ stands, asked, left }: UndoneCounts, mood: Mood | null): string {
  const sees = mood ? `${t.undone}${t.sentenceSpace}${t.friendsSeeMoodAgain({ mood: moodName(mood) })}` : t.undone;
  if (left > 0) return `${sees}${t.sentenceSpace}${t.textsHadLeft({ left, texts: asked })}`;
  if (asked > 0) return `${sees}${t.sentenceSpace}${t.noTextHadLeft}`;
  return stands ? sees : `${sees}${t.sentenceSpace}${t.nobodyWasAsked}`;
}

/**
 * When the hold ended while the person was still choosing whom to ask.
 * @param names first names of the friends who were chosen; null for everyone
 * @param isStored whether what the screen shows was stored in time
 */
export function leftWords(
  { asked }: Pick<AskReport, 'asked'>,
  names: readonly string[] | null,
  isStored: boolean,
): string {
  const whom =
    names && names.length > 0 ? t.youAskedNames({ names: listOf(names) }) : t.youAskedFriends({ friends: asked });
  return `${isStored ? t.friendsHaveBeenAsked : t.askedBeforeLastChange}${t.sentenceSpace}${whom}`;
}

type Answer = OwnAsk['answers'][number];

export function answerWords(answer: Answer, worseAt: number | null, now: number): string {
  const name = firstName(answer);
  const words =
    answer.answer === 'later' ? laterWords(name, answer.laterAt, now) : t.willReachOut({ names: name, count: 1 });
  return worseAt !== null && answer.answeredAt < worseAt ? `${words} · ${t.beforeItGotDarker}` : words;
}

function laterWords(name: string, at: number | null, now: number): string {
  if (at === null) return t.willReachOutLater({ name });
  const time = clockTime(at);
  return isTomorrow(at, now) ? t.willReachOutTomorrow({ name, time }) : t.willReachOutAt({ name, time });
}

/** Whether a time that a friend has promised is tomorrow and not today. */
export function isTomorrow(at: number, now: number): boolean {
  return daysBetween(new Date(now), new Date(at)) > 0;
}

export function asksWords(name: string, level: FriendAsk['level']): string {
  return level === 'Dark' ? t.isInBadShape({ name }) : t.couldUseSomeSupport({ name });
}

const MOST_NAMES_ON_A_CARD = 2;

type Others = Pick<FriendAsk, 'onIt' | 'names' | 'handedOverAt' | 'helpersWanted'>;

/** Who else will reach out, for a friend who has not answered. */
export function othersWords(others: Others): string | null {
  const { onIt, handedOverAt, helpersWanted } = others;
  if (onIt === 0) return handedOverAt === null ? null : t.aFriendHadToGo;
  const names = namesOf(others);
  if (onIt < helpersWanted) return t.oneIsComing({ who: names ? 'named' : 'other', name: names ?? '' });
  return names ? t.willReachOut({ names, count: onIt }) : t.friendsWillReachOut({ friends: onIt });
}

/** The other helpers' names, for a friend who has said yes; null when one of them may not be named. */
export function comingTooWords(others: Others): string | null {
  const names = namesOf(others);
  return names && t.areComingToo({ names, count: others.onIt });
}

/** Null for none, for many, when one may not be named, and for one without a name. */
function namesOf({ onIt, names }: Others): string | null {
  const known = names.filter(Boolean);
  if (known.length === 0 || names.length !== onIt || onIt > MOST_NAMES_ON_A_CARD) return null;
  return listOf(known.length < onIt ? [...known, t.aFriend] : known);
}

/** How long ago: just now, 5 min ago, 3 h ago, yesterday, 20:47, Fri, 20:47. */
export function agoWords(at: number, now: number): string {
  const ago = now - at;
  if (ago < MINUTE) return t.justNow;
  if (ago < HOUR) return t.minutesAgo({ minutes: Math.floor(ago / MINUTE) });
  return ago < 12 * HOUR ? t.hoursAgo({ hours: Math.floor(ago / HOUR) }) : dayAndTime(at, now);
}

/** For how long nobody has answered: Still open, Open 15 min, Open 3 h, Open since yesterday. */
export function openWords(since: number, now: number): string {
  const age = now - since;
  if (age < MINUTE) return t.stillOpen;
  if (age < HOUR) return t.openForMinutes({ minutes: Math.floor(age / MINUTE) });
  if (age < 12 * HOUR) return t.openForHours({ hours: Math.floor(age / HOUR) });
  return t.openSince({ day: dayOrTime(since, now) });
}
