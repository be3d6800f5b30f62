import { calendarDate } from './calendar-date.ts';
import { daysBetween } from './days-between.ts';
import { weekday } from './weekday.ts';

/** What stands above the messages of one day: Today, Yesterday, Tue, 3 Mar, or with the year when it is another. */
export function dayLabel(at: Date, now: Date): string {
  const daysAgo = daysBetween(at, now);
  if (daysAgo === 0) return 'Today';
  if (daysAgo === 1) return 'Yesterday';
  return `${weekday(at)}, ${calendarDate(at, now)}`;
}
