import { expect, test } from 'vitest';
import { lastMessageTime } from './format-date.ts';

const now = new Date(2026, 10, 20, 15, 30);
const at = (year: number, month: number, day: number, hour = 14, minute = 5) =>
  lastMessageTime(new Date(year, month - 1, day, hour, minute).getTime(), now);

test('no time at all reads 2023', () => {
  expect(lastMessageTime(0, now)).toBe('2023');
  expect(lastMessageTime(undefined, now)).toBe('2023');
  expect(lastMessageTime(null, now)).toBe('2023');
});

test('today is a clock time, from midnight on', () => {
  expect(at(2026, 11, 20)).toBe('14:05');
  expect(at(2026, 11, 20, 0, 0)).toBe('00:00');
  expect(at(2026, 11, 20, 9, 3)).toBe('09:03');
});

test('the calendar decides what yesterday is, not the hours', () => {
  expect(at(2026, 11, 19, 23, 59)).toBe('Yesterday');
  expect(at(2026, 11, 19, 0, 0)).toBe('Yesterday');
});

test('within six days it is the weekday', () => {
  expect(at(2026, 11, 18)).toBe('Wed');
  expect(at(2026, 11, 14)).toBe('Sat');
});

test('before that it is the date, with the year when it is another', () => {
  expect(at(2026, 11, 13)).toBe('13 Nov');
  expect(at(2026, 3, 3)).toBe('3 Mar');
  expect(at(2026, 9, 3)).toBe('3 Sep');
  expect(at(2025, 3, 3)).toBe('3 Mar 2025');
});

test('at the turn of the year yesterday is still yesterday', () => {
  const newYear = new Date(2027, 0, 1, 0, 10);
  expect(lastMessageTime(new Date(2026, 11, 31, 23, 50).getTime(), newYear)).toBe('Yesterday');
});

test('a clock that goes ahead of ours does not confuse it', () => {
  expect(at(2026, 11, 20, 15, 45)).toBe('15:45');
  expect(at(2026, 11, 21, 0, 1)).toBe('21 Nov');
});
