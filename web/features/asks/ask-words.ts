import type { AskReport, FriendAsk, OwnAsk, UndoneChoice } from '#contract/asks.ts';
import { calendarDate, clockTime, daysBetween, weekday } from '#web/dates/format-date.ts';
import { NOBODY } from '#web/features/moods/index.ts';

/** What would help, as the person chooses it and friends read it. */
export const HELP_WORDS = {
  call: 'Call me',
  message: 'Message me',
  company: 'Keep me company',
  know: 'Just so you know',
} as const;

const friends = (count: number) => (count === 1 ? '1 friend' : `${count} friends`);

/**
 * The honest report: counts, and a name only where the network failed.
 * @param sendsTexts false where no gateway is set; undefined while unknown
 */
export function reportWords(report: AskReport, sendsTexts?: boolean): string[] {
  const { asked, handed, arrived, lost, trying, appOnly, seen } = report;
  if (asked === 0) return [NOBODY];
  const seenWords = seen > 0 ? [`${seen} ${seen === 1 ? 'has' : 'have'} seen it.`] : [];
  if (sendsTexts === false) {
    const see = asked === 1 ? 'Your friend sees' : `Your ${asked} friends see`;
    return [[`Texts are not set up on this Moodring. ${see} it when they open the app.`, ...seenWords].join(' ')];
  }
  const parts = [
    ...(handed > 0 ? [`${handed === 1 ? '1 text' : `${handed} texts`} handed to the phone network`] : []),
    ...(arrived > 0 ? [`${arrived} of them arrived`] : []),
    ...(trying > 0 ? [`${trying} still trying`] : []),
    ...(appOnly > 0 ? [`${appOnly} in the app only`] : []),
  ];
  return [
    [`You asked ${friends(asked)}.`, ...(parts.length > 0 ? [`${parts.join(', ')}.`] : []), ...seenWords].join(' '),
    ...lost.map(({ firstname }) => `The text to ${firstname || 'a friend'} could not be sent. You could call.`),
  ];
}

/**
 * What the bar says before the friends are asked. It promises no text: some friends want none, and do not say so.
 * @param until when they are asked, and @param now, both by the server's clock, in ms
 */
export function holdWords(until: number, now: number): string {
  return `Your friends are asked in ${Math.max(0, Math.ceil((until - now) / 1000))} s.`;
}

/**
 * What an undo has done. Where an earlier choice stands, its texts are not meant: they have left, or are going to.
 * @param sendsTexts as for the report
 */
export function undoneWords(
  { level, stands, asked, left }: Pick<UndoneChoice, 'level' | 'stands' | 'asked' | 'left'>,
  sendsTexts?: boolean,
): string {
  const about = stands !== null && stands !== level ? ` about ${level}` : '';
  const again = stands === level ? ' again' : '';
  if (sendsTexts === false) return `Undone. Nobody was asked${about}${again}.`;
  if (left === 0) return `Undone. Nobody was texted${about}${again}.`;
  const further = stands === level ? 'further ' : '';
  return `Undone. ${left} of ${asked === 1 ? `1 ${further}text` : `${asked} ${further}texts`}${about} had already left.`;
}

/** Who is asked where only some friends are. @param names first names of at least one friend */
export function onlyWords(names: readonly string[]): string {
  return `only ${listOf(names)} ${names.length === 1 ? 'is' : 'are'} asked.`;
}

/** Of friends who cannot be asked. @param names their first names, one at least */
export function hiddenWords(names: readonly string[]): string {
  return `You hide your mood from ${listOf(names)}, so they are not asked.`;
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
  return `Your friends have been asked${late}. You asked ${names && names.length > 0 ? listOf(names) : friends(asked)}.`;
}

type Answer = OwnAsk['answers'][number];

/** A friend's answer, as the person reads it. */
export function answerWords(answer: Answer, worseAt: number | null, now: number): string {
  const { firstname, lastname, answeredAt, laterAt, handedOverAt } = answer;
  const name = firstname || lastname || 'A friend';
  if (handedOverAt !== null) return `${name} had to go. Your other friends know.`;
  const later = laterAt === null ? ' later' : ` ${timeFrom(laterAt, now)}`;
  const when = worseAt !== null && answeredAt < worseAt ? 'before it got darker' : clockTime(answeredAt);
  return `${name} will reach out${answer.answer === 'later' ? later : ''} · ${when}`;
}

/** Who is there already, for the others who are asked. */
export function othersWords({ onIt, names, handedOverAt }: FriendAsk, firstname: string): string | null {
  if (handedOverAt !== null && onIt === 0) return `A friend was with ${firstname} and has to go. Can you take over?`;
  if (onIt === 0) return null;
  if (names.length === onIt)
    return `${listOf(names.map((name) => name || 'a friend'))} ${onIt === 1 ? 'is' : 'are'} with ${firstname}`;
  return `${friends(onIt)} ${onIt === 1 ? 'is' : 'are'} with ${firstname}`;
}

/** Names as a list in a sentence. */
export function listOf(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
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

/**
 * yesterday, 14:05; Fri, 14:05; 3 Nov, 14:05; today the time alone.
 * @param about a word before the time
 */
export function dayAndTime(at: number, now: number, about = ''): string {
  const time = about + clockTime(at);
  const days = daysBetween(new Date(at), new Date(now));
  if (days === 0) return time;
  if (days === 1) return `yesterday, ${time}`;
  const day = days < 7 ? weekday(new Date(at)) : calendarDate(new Date(at), new Date(now));
  return `${day}, ${time}`;
}

/** When the time has come for which a friend has said 'later': a question, and no reproach. */
export function dueWords(laterAt: number, now: number): string {
  return `You said ${dayAndTime(laterAt, now, 'about ')}. Still good?`;
}

/** A time that a friend has promised: at 18:00; tomorrow, 08:00. */
export function timeFrom(at: number, now: number): string {
  return daysBetween(new Date(now), new Date(at)) > 0 ? `tomorrow, ${clockTime(at)}` : `at ${clockTime(at)}`;
}
