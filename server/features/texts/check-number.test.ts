import { expect, test } from 'vitest';
import type { Config } from '../../config.ts';
import { checkNumber } from './check-number.ts';

const AT_HOME: Pick<Config, 'defaultCountry' | 'textCountries'> = { defaultCountry: 'US', textCountries: ['US'] };

const SHORT = 'That is not a whole phone number.';
const DEAR = 'Texts cannot be sent to premium numbers.';
const ELSEWHERE = 'Texts can be sent to phone numbers of US only.';

test.each([
  '(415) 555-0100',
  '+1 415 555 0100',
  '4155550100',
  '001 415 555 0100',
  '+1234567890',
  '1234567890',
  '555 0199',
  '(020) 7946 0018',
  '+1 800 555 0199',
  '+１ ４１５ ５５５ ０１００',
])('%s may be texted', (typed) => {
  expect(() => checkNumber(typed, AT_HOME)).not.toThrow();
});

test.each([
  ['911', SHORT],
  ['12345', SHORT],
  ['555-019', SHORT],
  ['0', SHORT],
  ['home 7', SHORT],
  ['call me at 415 555 0100', SHORT],
  ['415 555 0100, 900 555 0100', SHORT],
  ['+1 415 555 0100 ext. 900', SHORT],
  [`+1${'5'.repeat(30)}`, SHORT],
  ['+999 1234 5678', SHORT],
  ['+1 900 234 5678', DEAR],
  ['900-234-5678', DEAR],
  ['+44 20 7946 0018', ELSEWHERE],
  ['011 44 20 7946 0018', ELSEWHERE],
  ['00 44 20 7946 0018', ELSEWHERE],
  ['+1 876 922 1234', ELSEWHERE],
  ['+1 416 555 0100', ELSEWHERE],
  ['+44 909 879 0000', DEAR],
  ['+49 900 1234567', DEAR],
])('%s may not: %s', (typed, words) => {
  expect(() => checkNumber(typed, AT_HOME)).toThrow(words);
});

test('the settings widen it, to some countries or to all', () => {
  const wider = { defaultCountry: 'DE', textCountries: ['DE', 'GB'] } as const;
  for (const typed of ['0151 23456789', '+44 20 7946 0018']) expect(() => checkNumber(typed, wider)).not.toThrow();
  expect(() => checkNumber('+1 415 555 0100', wider)).toThrow('Texts can be sent to phone numbers of DE, GB only.');
  expect(() => checkNumber('22922', wider)).toThrow(SHORT);
  const everywhere = { defaultCountry: 'US', textCountries: 'all' } as const;
  for (const typed of ['+44 20 7946 0018', '+81 90 1234 5678', '+683 4002'])
    expect(() => checkNumber(typed, everywhere)).not.toThrow();
  expect(() => checkNumber('+44 909 879 0000', everywhere)).toThrow(DEAR);
});
