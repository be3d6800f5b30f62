import type { AskReport, FriendAsk, OwnAsk, UndoneChoice } from '#contract/asks.ts';
import { clockTime, dayAndTime, daysBetween } from '#web/dates/format-date.ts';
import { firstName } from '#web/features/circle/index.ts';
import { NOBODY } from '#web/features/moods/index.ts';
import { listOf, plural } from '#web/text/words.ts';

/** What would help, as the person chooses it and friends read it. */
export const HELP_WORDS = {
  call: 'Call me',
  message: 'Message me',
  company: 'Keep me company',
  know: 'Just so you know',
} as const;

/** What the person has said: a line, and what would help. */
export function saidWords({ help, note }: Pick<FriendAsk, 'help' | 'note'>): string {
  return [...(note ? [`“${note}”`] : []), ...(help ? [HELP_WORDS[help]] : [])].join(' · ');
}

/** While nobody comes. @param names first names of all friends who are asked, where they are few; null for more */
export function askingWords(report: AskReport, names: string[] | null): string {
  const { asked, seen } = report;
  if (asked === 0) return NOBODY;
  if (names && seen >= asked) return `${listOf(names)} ${asked === 1 ? 'knows' : 'know'}.`;
  if (seen > 0) return 'Your friends know.';
  if (isOnlyInApp(report)) return 'Nobody could be texted.';
  return `Asking ${names ? listOf(names) : 'your friends'}`;
}

/** Whether friends are asked, no text or notification can reach one, and none has looked yet. */
export function isOnlyInApp({ asked, handed, trying, notifiable, seen }: AskReport): boolean {
  return asked > 0 && seen === 0 && handed + trying + notifiable === 0;
}

/** What comes of an ask of which nobody could be texted. */
export function inAppWords({ asked }: AskReport): string {
  return `${plural(asked, 'friend')} ${asked === 1 ? 'sees' : 'see'} it when they open Moodring.`;
}

/** The honest report: counts, and a name only where the network failed. */
export function reportWords({ handed, arrived, lost, trying, appOnly, seen }: AskReport): string[] {
  const texts = [
    ...(arrived > 0 ? [`${plural(arrived, 'text')} delivered`] : []),
    ...(handed > arrived ? [`${plural(handed - arrived, 'text')} sent`] : []),
    ...(trying > 0 ? [`${trying} on the way`] : []),
    ...(appOnly > 0 ? [`${appOnly} in the app only`] : []),
  ];
  return [
    ...(texts.length > 0 ? [`${texts.join(', ')}.`] : []),
    ...(seen > 0 ? [`${seen} ${seen === 1 ? 'has' : 'have'} seen it.`] : []),
    ...lost.map(({ firstname }) => `The text to ${firstname || 'a friend'} could not be sent. You could call.`),
  ];
}

/** Before friends are asked. It promises no text: some friends want none. @param until and @param now by the server's clock */
export function holdWords(level: string, until: number, now: number): string {
  return `Friends see ${level}. Asking them in ${Math.max(0, Math.ceil((until - now) / 1000))}\u00a0s.`;
}

/** The same in the sheet, which gives time. */
export function sheetWords(until: number, now: number): string {
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  return `Asking when you are done, or in ${seconds > 60 ? `${Math.round(seconds / 60)}\u00a0min` : `${seconds}\u00a0s`}.`;
}

/** Where an earlier choice stands, its friends were asked. @param mood what friends see now */
export function undoneWords({ stands, asked, left }: UndoneChoice, mood: string | null): string {
  const sees = `Undone.${mood ? ` Friends see ${mood} again.` : ''}`;
  if (left > 0) return `${sees} ${left} of ${plural(asked, 'text')} had left.`;
  if (asked > 0) return `${sees} No text had left.`;
  return stands ? sees : `${sees} Nobody was asked.`;
}

/** Who is asked where only some friends are. @param names first names of at least one friend */
export function onlyWords(names: readonly string[]): string {
  return `only ${listOf(names)} ${names.length === 1 ? 'is' : 'are'} asked.`;
}

/** Of friends who cannot be asked. @param names their first names, one at least */
export function hiddenWords(names: readonly string[]): string {
  return `You hide your mood from ${listOf(names)}. They are not asked.`;
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
  const late = isStored ? '' : ' before your last change could be saved';
  return `Your friends have been asked${late}. You asked ${names && names.length > 0 ? listOf(names) : plural(asked, 'friend')}.`;
}

type Answer = OwnAsk['answers'][number];

export function answerWords(answer: Answer, worseAt: number | null, now: number): string {
  const { answeredAt, laterAt } = answer;
  const later = laterAt === null ? ' later' : ` ${timeFrom(laterAt, now)}`;
  const before = worseAt !== null && answeredAt < worseAt ? ' · before it got darker' : '';
  return `${firstName(answer)} will reach out${answer.answer === 'later' ? later : ''}${before}`;
}

export function asksWords(name: string, level: FriendAsk['level']): string {
  return `${name} ${level === 'Dark' ? 'is in bad shape' : 'could use some support'}`;
}

const MOST_NAMES_ON_A_CARD = 2;

export function othersWords({
  onIt,
  names,
  handedOverAt,
}: Pick<FriendAsk, 'onIt' | 'names' | 'handedOverAt'>): string | null {
  if (handedOverAt !== null && onIt === 0) return 'A friend had to go.';
  if (onIt === 0) return null;
  const isNamed = names.length === onIt && onIt <= MOST_NAMES_ON_A_CARD;
  const who = isNamed ? listOf(names.map((name) => name || 'a friend')) : plural(onIt, 'friend');
  return `${who} will reach out`;
}

const MINUTE = 60_000;

/** How long ago: just now, 5 min ago, 3 h ago, yesterday, 20:47, Fri, 20:47. */
export function agoWords(at: number, now: number): string {
  const minutes = Math.floor((now - at) / MINUTE);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 12 * 60) return `${Math.floor(minutes / 60)} h ago`;
  return dayAndTime(at, now);
}

/** For how long nobody has answered: Still open, Open 15 min, Open 3 h, Open since yesterday. */
export function openWords(since: number, now: number): string {
  const ago = agoWords(since, now);
  if (ago.endsWith(' ago')) return `Open ${ago.slice(0, -4)}`;
  return ago === 'just now' ? 'Still open' : `Open since ${ago.replace(/,.*/, '')}`;
}

/** A time that a friend has promised: at 18:00; tomorrow, 08:00. */
export function timeFrom(at: number, now: number): string {
  return daysBetween(new Date(now), new Date(at)) > 0 ? `tomorrow, ${clockTime(at)}` : `at ${clockTime(at)}`;
}
