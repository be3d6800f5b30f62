import { afterEach, describe, expect, test } from 'vitest';
import type { Mood } from '#contract/moods.ts';
import { daysOf, monthAfter, monthName, monthOf, placesBefore, summaryWords } from './month.ts';

const ZONE = process.env.TZ;
afterEach(() => {
  if (ZONE === undefined) delete process.env.TZ;
  else process.env.TZ = ZONE;
});

const at = (time: string, mood: Mood = 'Green') => ({ mood, chosenAt: Date.parse(time) });
/** Made anew, because the zone changes. */
const october = () => new Date(2026, 9);
const march = () => new Date(2026, 2);
/** The days that have moods, each with their first letters. */
const filled = (month: Date, moods: ReturnType<typeof at>[]) =>
  daysOf(month, moods)
    .filter((day) => day.moods.length > 0)
    .map(({ day, moods: some }) => `${day} ${some.map(({ mood }) => mood[0]).join('')}`);

describe('days are those of the browser’s zone', () => {
  test('in New York, where clocks go forward on 8 March', () => {
    process.env.TZ = 'America/New_York';
    expect([march(), monthAfter(march(), 1)].map(Number)).toEqual([
      Date.parse('2026-03-01T05:00Z'),
      Date.parse('2026-04-01T04:00Z'),
    ]);
    expect(filled(march(), [at('2026-03-08T04:59Z'), at('2026-03-08T05:00Z'), at('2026-03-09T03:59Z')])).toEqual([
      '7 G',
      '8 GG',
    ]);
  });

  test('in Cairo, where midnight is skipped, and on Kiritimati, 14 hours ahead', () => {
    process.env.TZ = 'Africa/Cairo';
    // On 24 April 2026 the day begins at 01:00.
    const april = new Date(2026, 3);
    expect(filled(april, [at('2026-04-23T21:59Z'), at('2026-04-23T22:00Z')])).toEqual(['23 G', '24 G']);
    expect(daysOf(april, [])).toHaveLength(30);
    process.env.TZ = 'Pacific/Kiritimati';
    expect(filled(october(), [at('2026-10-31T09:59Z')])).toEqual(['31 G']);
    expect(october().getTime()).toBe(Date.parse('2026-09-30T10:00Z'));
  });
});

test('a month has all its days, and begins under its weekday', () => {
  expect(daysOf(october(), [])).toHaveLength(31);
  expect(daysOf(new Date(2028, 1), [])).toHaveLength(29);
  // Thursday, Sunday, Monday.
  expect([october(), new Date(2026, 10), new Date(2026, 5)].map(placesBefore)).toEqual([3, 6, 0]);
});

test('months go over the end of a year', () => {
  expect(monthAfter(new Date(2026, 11), 1)).toEqual(new Date(2027, 0));
  expect(monthAfter(new Date(2026, 0), -1)).toEqual(new Date(2025, 11));
  expect(monthName(monthOf(new Date(2026, 9, 31)))).toBe('October 2026');
});

test('the summary counts days, each once for a mood', () => {
  const days = (moods: string) =>
    daysOf(
      october(),
      moods.split(' ').flatMap((letters, index) =>
        [...letters].map((letter, hour) => ({
          mood: ({ G: 'Green', Y: 'Yellow', P: 'Purple', D: 'Dark' } as const)[letter as 'G']!,
          chosenAt: new Date(2026, 9, index + 1, hour).getTime(),
        })),
      ),
    );
  const many = `${'G '.repeat(12)}${'Y '.repeat(9)}${'P '.repeat(3)}D`;
  expect(summaryWords(october(), days(many))).toBe('October: Green 12 days, Yellow 9, Purple 3, Dark 1.');
  expect(summaryWords(october(), days('GGG'))).toBe('October: Green 1 day.');
  expect(summaryWords(october(), days('DGD D'))).toBe('October: Green 1 day, Dark 2.');
  expect(summaryWords(october(), daysOf(october(), []))).toBe('October: no moods.');
});
