import { expect, test } from 'vitest';
import { isQuietAt } from './quiet-hours.ts';

const hours = (quietFrom: number, quietTo: number, quietZone = 'Europe/Berlin') => ({ quietFrom, quietTo, quietZone });
const at = (time: string) => Date.parse(`2026-11-22T${time}:00+01:00`);

test.each([
  ['21:59', false],
  ['22:00', true],
  ['23:59', true],
  ['00:00', true],
  ['06:59', true],
  ['07:00', false],
])('hours past midnight: %s is quiet: %s', (time, isQuiet) => {
  expect(isQuietAt(hours(22 * 60, 7 * 60), at(time))).toBe(isQuiet);
});

test('hours within a day', () => {
  expect(['12:59', '13:00', '14:29', '14:30'].map((time) => isQuietAt(hours(780, 870), at(time)))).toEqual([
    ...[false, true, true, false],
  ]);
});

test('hours follow the zone, also in summer', () => {
  const summer = Date.parse('2026-07-01T20:30:00Z');
  expect(isQuietAt(hours(22 * 60, 7 * 60), summer)).toBe(true);
  expect(isQuietAt(hours(22 * 60, 7 * 60, 'Europe/London'), summer)).toBe(false);
});

test('without hours, and in a zone that is not known any more, nothing is quiet', () => {
  expect(isQuietAt({ quietFrom: null, quietTo: null, quietZone: null }, at('23:00'))).toBe(false);
  expect(isQuietAt(hours(0, 1439, 'Mars/Olympus'), at('12:00'))).toBe(false);
});
