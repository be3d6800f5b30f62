import { calendarDate } from './calendar-date.ts';
import { clockTime } from './clock-time.ts';
import { daysBetween } from './days-between.ts';
import { weekday } from './weekday.ts';

/** What stands for the time of a message that was never sent (spec §9). */
const NEVER = '2023';

/**
 * A last-message time (milliseconds since 1970) as a person would write it: 14:05, Yesterday, Tue, 3 Mar, 3 Mar 2025;
 * '2023' when it is 0 or missing (spec §2).
 */
export function lastMessageTime(milliseconds: number | null | undefined, now: Date): string {
  if (!milliseconds) return NEVER;
  const at = new Date(milliseconds);
  const daysAgo = daysBetween(at, now);
  if (daysAgo === 0) return clockTime(at);
  if (daysAgo === 1) return 'Yesterday';
  if (daysAgo > 1 && daysAgo <= 6) return weekday(at);
  return calendarDate(at, now);
}
