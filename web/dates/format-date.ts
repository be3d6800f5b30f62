/** How dates read on the screens. Without Intl's formatters: creating them takes a slow phone 80 ms. */
import * as t from '#language';
import { uses12Hours } from './hour-cycle.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
const DAY_MS = 24 * HOUR;

/** Shown for a message that was never sent (spec §9). */
const NEVER = '2023';

/** From ms since 1970: 14:05 or 2:05 PM, Yesterday, Tue, 3 Mar, 3 Mar 2025; '2023' when it is 0 or missing (spec §2). */
export function lastMessageTime(milliseconds: number | null | undefined, now: Date): string {
  if (!milliseconds) return NEVER;
  const at = new Date(milliseconds);
  const daysAgo = daysBetween(at, now);
  if (daysAgo === 0) return clockTime(at);
  if (daysAgo === 1) return t.yesterdayTitle;
  if (daysAgo > 1 && daysAgo <= 6) return weekday(at);
  return calendarDate(at, now);
}

/** The line above one day's messages: Today, Yesterday, Tue, 3 Mar, Tue, 3 Mar 2025. */
export function dayLabel(at: Date, now: Date): string {
  const daysAgo = daysBetween(at, now);
  if (daysAgo === 0) return t.today;
  if (daysAgo === 1) return t.yesterdayTitle;
  return t.dayAndDate({ weekday: weekday(at), date: calendarDate(at, now) });
}

/** A date: 3 Mar, and with the year when it is not this year's: 3 Mar 2025. */
export function calendarDate(at: Date, now: Date): string {
  const [day, year] = [at.getDate(), at.getFullYear()];
  const month = t.shortMonths.split(', ')[at.getMonth()]!;
  return year === now.getFullYear() ? t.dateInYear({ day, month }) : t.dateWithYear({ day, month, year });
}

/** A day here as date fields have it, and Swedes write it: 2026-10-31. */
export function isoDate(at: Date): string {
  return at.toLocaleDateString('sv');
}

/** The time of day by the browser's clock: 14:05, or 2:05 PM. The space does not break. */
export function clockTime(at: Date | number): string {
  const time = new Date(at);
  const hour = time.getHours();
  const minute = twoDigits(time.getMinutes());
  if (uses12Hours()) return (hour < 12 ? t.timeBeforeNoon : t.timeAfterNoon)({ time: `${hour % 12 || 12}:${minute}` });
  return `${twoDigits(hour)}:${minute}`;
}

function twoDigits(part: number): string {
  return String(part).padStart(2, '0');
}

/** yesterday, 14:05; Fri, 14:05; 3 Nov, 14:05; today the time alone. @param isRough whether it is about that time */
export function dayAndTime(at: number, now: number, isRough = false): string {
  const time = isRough ? t.aboutTime({ time: clockTime(at) }) : clockTime(at);
  const day = dayBefore(at, now);
  return day ? t.dayAtTime({ day, time }) : time;
}

/** yesterday; Fri; 3 Nov; today the time. */
export function dayOrTime(at: number, now: number): string {
  return dayBefore(at, now) ?? clockTime(at);
}

function dayBefore(at: number, now: number): string | undefined {
  const [day, today] = [new Date(at), new Date(now)];
  const days = daysBetween(day, today);
  if (days === 0) return undefined;
  if (days === 1) return t.yesterday;
  return days < 7 ? weekday(day) : calendarDate(day, today);
}

/** The day of the week: Tue. */
export function weekday(at: Date): string {
  return t.shortWeekdays.split(', ')[(at.getDay() + 6) % 7]!;
}

/** Midnights between two moments in local time; clock changes do not matter. */
export function daysBetween(from: Date, to: Date): number {
  return (utcMidnight(to) - utcMidnight(from)) / DAY_MS;
}

function utcMidnight(moment: Date): number {
  return Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate());
}
