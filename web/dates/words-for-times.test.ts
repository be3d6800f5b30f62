import { expect, test } from 'vitest';
import { calendarDate } from './calendar-date.ts';
import { clockTime } from './clock-time.ts';
import { weekday } from './weekday.ts';

/** Every day of a leap year, each at another time of day. */
const days = Array.from({ length: 366 }, (_, n) => new Date(2028, 0, 1 + n, n % 24, (n * 7) % 60));
const intl = (locale: string, parts: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, parts).format;

test('they are what Intl says of every day', () => {
  const clock = intl('en-GB', { hour: '2-digit', minute: '2-digit' });
  const day = intl('en-US', { weekday: 'short' });
  const month = intl('en-US', { month: 'short' });
  for (const at of days) {
    expect(clockTime(at)).toBe(clock(at));
    expect(weekday(at)).toBe(day(at));
    expect(calendarDate(at, at)).toBe(`${at.getDate()} ${month(at)}`);
  }
});

test('a date of another year bears it', () => {
  expect(calendarDate(new Date(2025, 2, 3), new Date(2026, 0, 1))).toBe('3 Mar 2025');
});
