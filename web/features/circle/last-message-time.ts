import { daysBetween } from './days-between.ts';

/** What stands for the time of a message that was never sent (spec §9). */
const NEVER = '2023';

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short' });
const month = new Intl.DateTimeFormat('en-US', { month: 'short' });

/**
 * A last-message time (milliseconds since 1970) as a person would write it: 14:05, Yesterday, Tue, 3 Mar, 3 Mar 2025;
 * '2023' when it is 0 or missing (spec §2).
 */
export function lastMessageTime(milliseconds: number | null | undefined, now: Date): string {
  if (!milliseconds) return NEVER;
  const at = new Date(milliseconds);
  const daysAgo = daysBetween(at, now);
  if (daysAgo === 0) return clock.format(at);
  if (daysAgo === 1) return 'Yesterday';
  if (daysAgo > 1 && daysAgo <= 6) return weekday.format(at);
  const day = `${at.getDate()} ${month.format(at)}`;
  return at.getFullYear() === now.getFullYear() ? day : `${day} ${at.getFullYear()}`;
}
