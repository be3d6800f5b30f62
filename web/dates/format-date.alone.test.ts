import { expect, onTestFinished, test, vi } from 'vitest';
import { calendarDate, clockTime, dayAndTime, dayLabel, lastMessageTime, weekday } from './format-date.ts';
import { uses12Hours } from './hour-cycle.ts';

vi.mock(import('./hour-cycle.ts'), () => ({ uses12Hours: vi.fn(() => false) }));

const now = new Date(2026, 10, 20, 15, 30);
const NEW_YEAR = new Date(2027, 0, 1, 0, 10);
const at = (year: number, month: number, day: number, hour = 14, minute = 5) =>
  new Date(year, month - 1, day, hour, minute).getTime();

test.each([
  ['no message', '2023', 0, now],
  ['no message', '2023', undefined, now],
  ['no message', '2023', null, now],
  ['today', '14:05', at(2026, 11, 20), now],
  ['midnight', '00:00', at(2026, 11, 20, 0, 0), now],
  ['this morning', '09:03', at(2026, 11, 20, 9, 3), now],
  ['the end of the calendar day before', 'Yesterday', at(2026, 11, 19, 23, 59), now],
  ['its begin', 'Yesterday', at(2026, 11, 19, 0, 0), now],
  ["the day before New Year's Day", 'Yesterday', at(2026, 12, 31, 23, 50), NEW_YEAR],
  ['two days ago', 'Wed', at(2026, 11, 18), now],
  ['six days ago', 'Sat', at(2026, 11, 14), now],
  ['seven days ago', '13 Nov', at(2026, 11, 13), now],
  ['months ago', '3 Mar', at(2026, 3, 3), now],
  ['another year', '3 Mar 2025', at(2025, 3, 3), now],
  ['a little in the future', '15:45', at(2026, 11, 20, 15, 45), now],
  ['tomorrow', '21 Nov', at(2026, 11, 21, 0, 1), now],
])('the last message: %s reads %s', (_, words, time, now) => {
  expect(lastMessageTime(time, now)).toBe(words);
});

test('the line above a day reads Today, Yesterday, or the date', () => {
  expect(dayLabel(new Date(2026, 10, 20, 0, 1), now)).toBe('Today');
  expect(dayLabel(new Date(2026, 10, 19, 23, 59), now)).toBe('Yesterday');
  expect(dayLabel(new Date(2026, 10, 18), now)).toBe('Wed, 18 Nov');
  expect(dayLabel(new Date(2026, 2, 3), now)).toBe('Tue, 3 Mar');
  expect(dayLabel(new Date(2025, 2, 3), now)).toBe('Mon, 3 Mar 2025');
});

/** Every day of a leap year, each at another time of day. */
const days = Array.from({ length: 366 }, (_, n) => new Date(2028, 0, 1 + n, n % 24, (n * 7) % 60));
const intl = (locale: string, parts: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, parts).format;

test('every day of a year reads as Intl formats it', () => {
  const clock = intl('en-GB', { hour: '2-digit', minute: '2-digit' });
  const day = intl('en-US', { weekday: 'short' });
  const month = intl('en-US', { month: 'short' });
  for (const each of days) {
    expect(clockTime(each)).toBe(clock(each));
    expect(weekday(each)).toBe(day(each));
    expect(calendarDate(each, each)).toBe(`${each.getDate()} ${month(each)}`);
  }
});

test('with a clock of 12 hours every time of day reads as Intl formats it', () => {
  vi.mocked(uses12Hours).mockReturnValue(true);
  onTestFinished(() => void vi.mocked(uses12Hours).mockReturnValue(false));
  const clock = intl('en-US', { hour: 'numeric', minute: '2-digit' });
  for (const each of days) expect(clockTime(each)).toBe(clock(each).replace(/\s/, '\u00a0'));
  expect(lastMessageTime(at(2026, 11, 20, 0, 0), now)).toBe('12:00\u00a0AM');
  expect(lastMessageTime(at(2026, 11, 20, 12, 7), now)).toBe('12:07\u00a0PM');
});

test('a day and its time', () => {
  const days = [at(2026, 11, 20, 9), at(2026, 11, 19, 9), at(2026, 11, 16, 9), at(2026, 11, 3, 9)];
  expect(days.map((day) => dayAndTime(day, now.getTime()))).toEqual([
    '09:05',
    'yesterday, 09:05',
    'Mon, 09:05',
    '3 Nov, 09:05',
  ]);
});
