import { daysBetween } from '#web/features/circle/index.ts';

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short' });
const month = new Intl.DateTimeFormat('en-US', { month: 'short' });

/** What stands above the messages of one day: Today, Yesterday, Tue, 3 Mar, or with the year when it is another. */
export function dayLabel(at: Date, now: Date): string {
  const daysAgo = daysBetween(at, now);
  if (daysAgo === 0) return 'Today';
  if (daysAgo === 1) return 'Yesterday';
  const day = `${weekday.format(at)}, ${at.getDate()} ${month.format(at)}`;
  return at.getFullYear() === now.getFullYear() ? day : `${day} ${at.getFullYear()}`;
}
