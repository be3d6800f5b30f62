import { expect, onTestFinished, test, vi } from 'vitest';
import { calendarDate, clockTime, dayLabel, lastMessageTime, weekday } from './format-date.ts';
import { uses12Hours } from './hour-cycle.ts';

vi.mock(import('./hour-cycle.ts'), () => ({ uses12Hours: vi.fn(() => false) }));

const now = new Date(2026, 10, 20, 15, 30);
const at = (year: number, month: number, day: number, hour = 14, minute = 5) =>
  lastMessageTime(new Date(year, month - 1, day, hour, minute).getTime(), now);

test('no message reads 2023', () => {
  expect(lastMessageTime(0, now)).toBe('2023');
  expect(lastMessageTime(undefined, now)).toBe('2023');
  expect(lastMessageTime(null, now)).toBe('2023');
});

test("today's messages show the time, from midnight on", () => {
  expect(at(2026, 11, 20)).toBe('14:05');
  expect(at(2026, 11, 20, 0, 0)).toBe('00:00');
  expect(at(2026, 11, 20, 9, 3)).toBe('09:03');
});

test('yesterday is the calendar day, not the last 24 hours', () => {
  expect(at(2026, 11, 19, 23, 59)).toBe('Yesterday');
  expect(at(2026, 11, 19, 0, 0)).toBe('Yesterday');
});

test('two to six days ago shows the weekday', () => {
  expect(at(2026, 11, 18)).toBe('Wed');
  expect(at(2026, 11, 14)).toBe('Sat');
});

test('before that it shows the date, with the year when it is another', () => {
  expect(at(2026, 11, 13)).toBe('13 Nov');
  expect(at(2026, 3, 3)).toBe('3 Mar');
  expect(at(2026, 9, 3)).toBe('3 Sep');
  expect(at(2025, 3, 3)).toBe('3 Mar 2025');
});

test("on New Year's Day the day before is Yesterday", () => {
  const newYear = new Date(2027, 0, 1, 0, 10);
  expect(lastMessageTime(new Date(2026, 11, 31, 23, 50).getTime(), newYear)).toBe('Yesterday');
});

test('a time in the future is shown, too', () => {
  expect(at(2026, 11, 20, 15, 45)).toBe('15:45');
  expect(at(2026, 11, 21, 0, 1)).toBe('21 Nov');
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
  expect(at(2026, 11, 20, 0, 0)).toBe('12:00\u00a0AM');
  expect(at(2026, 11, 20, 12, 7)).toBe('12:07\u00a0PM');
});

test('a date of another year shows the year', () => {
  expect(calendarDate(new Date(2025, 2, 3), new Date(2026, 0, 1))).toBe('3 Mar 2025');
});
