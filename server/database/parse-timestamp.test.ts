import { expect, test } from 'vitest';
import { parseTimestamp } from './parse-timestamp.ts';

const TEXT = '2026-11-22 07:14:57.123456+00';
const TIME = Date.UTC(2026, 10, 22, 7, 14, 57, 123);

test('equal texts give equal dates, and changing one changes no other', () => {
  const first = parseTimestamp(TEXT) as Date;
  expect(first.getTime()).toBe(TIME);
  first.setTime(0);
  expect((parseTimestamp(TEXT) as Date).getTime()).toBe(TIME);
});

test('texts in turn give their own dates', () => {
  const others = [TEXT, '2026-11-22 09:14:58+02', TEXT].map((text) => (parseTimestamp(text) as Date).getTime());
  expect(others).toEqual([TIME, Date.UTC(2026, 10, 22, 7, 14, 58), TIME]);
});

test('infinity is a number, as the driver has it', () => {
  expect(parseTimestamp('infinity')).toBe(Number.POSITIVE_INFINITY);
  expect(parseTimestamp('-infinity')).toBe(Number.NEGATIVE_INFINITY);
});
