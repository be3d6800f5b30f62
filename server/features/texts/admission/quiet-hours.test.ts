import { expect, test } from 'vitest';
import { isQuietAt } from './quiet-hours.ts';

const NIGHT = { quietFrom: 22 * 60, quietTo: 7 * 60, quietZone: 'Europe/Berlin' };
const AT_NOON = { quietFrom: 13 * 60, quietTo: 14 * 60 + 30, quietZone: 'Europe/Berlin' };
const at = (time: string) => Date.parse(`2026-11-22T${time}:00+01:00`);

test.each([
  ['past midnight', NIGHT, ['22:00', '23:59', '00:00', '06:59'], ['21:59', '07:00']],
  ['within a day', AT_NOON, ['13:00', '14:29'], ['12:59', '14:30']],
])('hours %s are quiet from their first minute to their last', (_, hours, quiet, loud) => {
  for (const time of quiet) expect(isQuietAt(hours, at(time)), time).toBe(true);
  for (const time of loud) expect(isQuietAt(hours, at(time)), time).toBe(false);
});

test('hours follow the zone, also in summer', () => {
  const summer = Date.parse('2026-07-01T20:30:00Z');
  expect(isQuietAt(NIGHT, summer)).toBe(true);
  expect(isQuietAt({ ...NIGHT, quietZone: 'Europe/London' }, summer)).toBe(false);
});

test('without hours, and in a zone that is not known any more, nothing is quiet', () => {
  expect(isQuietAt({ quietFrom: null, quietTo: null, quietZone: null }, at('23:00'))).toBe(false);
  expect(isQuietAt({ quietFrom: 0, quietTo: 1439, quietZone: 'Mars/Olympus' }, at('12:00'))).toBe(false);
});
