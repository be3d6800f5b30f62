import { isSupportedCountry } from 'libphonenumber-js';
import { expect, test } from 'vitest';
import helplines from '#contract/help/helplines.json' with { type: 'json' };
import { helplinesSchema } from '#contract/help/helplines.ts';
import { emergencyNumbers } from '../bin/build/emergency-numbers.ts';
import { checkAges } from '../bin/build/help-page.ts';

const LINE = { country: 'GB', name: 'Samaritans', call: '116 123', source: 'https://www.samaritans.org/' };
const DAY_MS = 24 * 60 * 60 * 1000;
const now = new Date('2026-11-22T12:00:00Z');

/** An entry that was checked so many days ago. */
function checked(days: number) {
  const lastChecked = new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10);
  return helplinesSchema.parse([{ ...LINE, lastChecked, checkedBy: 'Ada' }]);
}

test('a helpline that was checked long ago warns at 180 days and fails the build at 365; none is checked later, or by nobody', () => {
  expect(checkAges(checked(179), now)).toEqual([]);
  expect(checkAges(checked(180), now)).toEqual([expect.stringContaining('was last checked 180 days ago')]);
  expect(checkAges(checked(364), now)).toHaveLength(1);
  expect(() => checkAges(checked(365), now)).toThrow('GB Samaritans was last checked 365 days ago');
  expect(() => checkAges(checked(366), now)).toThrow('366 days');
  expect(() => checkAges(checked(-2), now)).toThrow('in the future');
  expect(helplinesSchema.safeParse([{ ...LINE, lastChecked: '2026-11-03' }]).success).toBe(false);
});

test('our helplines are well-formed, and of countries that the server knows', () => {
  const lines = helplinesSchema.parse(helplines);
  expect(lines.length).toBeGreaterThan(15);
  expect(lines.filter(({ country }) => !isSupportedCountry(country))).toEqual([]);
});

test.each([
  ['US', ['911', '112']],
  ['GB', ['999', '112']],
  ['DE', ['112', '110']],
  ['AU', ['000', '106', '112']],
  ['JP', ['110', '119']],
  ['IN', ['112', '100', '101', '102', '108', '1298', '2611']],
  ['FR', ['112', '15', '17', '18']],
  ['OM', ['1444', '9999']],
])('the emergency numbers of %s are %j, the one to call first in front', (country, numbers) => {
  expect(emergencyNumbers().get(country)).toEqual(numbers);
});

test('a region whose pattern stands for a whole range shows its short numbers only', () => {
  expect(Math.max(...[...emergencyNumbers().values()].map((numbers) => numbers.length))).toBeLessThanOrEqual(11);
  expect(emergencyNumbers().get('GA')).toEqual(['18']);
});
