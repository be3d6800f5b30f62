/** How dates read on the screens. Without Intl's formatters: creating them takes a slow phone 80 ms. */
import { uses12Hours } from './hour-cycle.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Shown for a message that was never sent (spec §9). */
const NEVER = '2023';

/** From ms since 1970: 14:05 or 2:05 PM, Yesterday, Tue, 3 Mar, 3 Mar 2025; '2023' when it is 0 or missing (spec §2). */
export function lastMessageTime(milliseconds: number | null | undefined, now: Date): string {
  if (!milliseconds) return NEVER;
  const at = new Date(milliseconds);
  const daysAgo = daysBetween(at, now);
  if (daysAgo === 0) return clockTime(at);
  if (daysAgo === 1) return 'Yesterday';
  if (daysAgo > 1 && daysAgo <= 6) return weekday(at);
  return calendarDate(at, now);
}

/** The line above one day's messages: Today, Yesterday, Tue, 3 Mar, Tue, 3 Mar 2025. */
export function dayLabel(at: Date, now: Date): string {
  const daysAgo = daysBetween(at, now);
  if (daysAgo === 0) return 'Today';
  if (daysAgo === 1) return 'Yesterday';
  return `${weekday(at)}, ${calendarDate(at, now)}`;
}

/** A date: 3 Mar, and with the year when it is not this year's: 3 Mar 2025. */
export function calendarDate(at: Date, now: Date): string {
  const [, month] = at.toDateString().split(' ');
  const day = `${at.getDate()} ${month}`;
  return at.getFullYear() === now.getFullYear() ? day : `${day} ${at.getFullYear()}`;
}

/** The time of day by the browser's clock: 14:05, or 2:05 PM. The space does not break. */
export function clockTime(at: Date | number): string {
  const time = new Date(at);
  const hour = time.getHours();
  const minute = twoDigits(time.getMinutes());
  if (uses12Hours()) return `${hour % 12 || 12}:${minute}\u00a0${hour < 12 ? 'AM' : 'PM'}`;
  return `${twoDigits(hour)}:${minute}`;
}

function twoDigits(part: number): string {
  return String(part).padStart(2, '0');
}

/** yesterday, 14:05; Fri, 14:05; 3 Nov, 14:05; today the time alone. @param about a word before the time */
export function dayAndTime(at: number, now: number, about = ''): string {
  const time = about + clockTime(at);
  const days = daysBetween(new Date(at), new Date(now));
  if (days === 0) return time;
  if (days === 1) return `yesterday, ${time}`;
  const day = days < 7 ? weekday(new Date(at)) : calendarDate(new Date(at), new Date(now));
  return `${day}, ${time}`;
}

/** The day of the week: Tue. */
export function weekday(at: Date): string {
  return at.toDateString().slice(0, 3);
}

/** Midnights between two moments in local time; clock changes do not matter. */
export function daysBetween(from: Date, to: Date): number {
  return (utcMidnight(to) - utcMidnight(from)) / DAY_MS;
}

function utcMidnight(moment: Date): number {
  return Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate());
}
