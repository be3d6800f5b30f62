import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Config } from '#server/config.ts';
import { checkNumber } from './check-number.ts';

const AT_HOME: Pick<Config, 'defaultCountry' | 'textCountries'> = { defaultCountry: 'US', textCountries: ['US'] };

const SHORT = 'That is not a whole phone number.';
const LONG = 'That phone number is too long.';
const DEAR = 'Texts cannot be sent to premium numbers.';
const SATELLITE = 'Texts cannot be sent to satellite phones.';
const ELSEWHERE = 'Texts can be sent to phone numbers of US only.';

test.each([
  '(415) 555-0100',
  '+1 415 555 0100',
  '4155550100',
  '001 415 555 0100',
  '+1234567890',
  '1234567890',
  '555 0199',
  '+1 5550100',
  '+1 (415) 055-0100',
  '(020) 7946 0018',
  '+1 800 555 0199',
  '+1 500 555 0006',
  '+１ ４１５ ５５５ ０１００',
  '٤١٥ ٥٥٥ ٠١٠٠',
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
  ['+1 0000911', SHORT],
  ['000911', SHORT],
  ['+49 110', SHORT],
  ['tel:4155550100;phone-context=+1900', SHORT],
  ['*67 415 555 0100', SHORT],
  ['415 555 0100,,9', SHORT],
  ['+1 415 +1 900 555 0123', SHORT],
  ['41555501001234567', LONG],
  ['442071838750', LONG],
  ['+1 900 234 5678', DEAR],
  ['900-234-5678', DEAR],
  ['+1 900 555 0123 4', DEAR],
  ['+1900555012345', DEAR],
  ['+1 (900) 555-01 23 9', DEAR],
  ['+1 900 123 4567', DEAR],
  ['+1 900 555 01', DEAR],
  ['0 900 555 0123', DEAR],
  ['（９００）５５５－０１２３', DEAR],
  ['٩٠٠٥٥٥٠١٢٣', DEAR],
  ['900\u200b5550123', DEAR],
  ['415-976-1234', DEAR],
  ['+979 123456789', DEAR],
  ['0044 909 879 0000', DEAR],
  ['+870 773 123 456', SATELLITE],
  ['+870 773', SATELLITE],
  ['00 870 773 123456', SATELLITE],
  ['011 881 612 345 678', SATELLITE],
  ['1 011 881 612 345 678', SATELLITE],
  ['+881 612 345 678 99', SATELLITE],
  ['+882 16 1234567', SATELLITE],
  ['+882 99 1234567', SATELLITE],
  ['＋８８３ ５１００ １２３４５６', SATELLITE],
  ['+878 10 1234567890', SATELLITE],
  ['+888 123 456 789', SATELLITE],
  ['+800 1234 5678', SATELLITE],
  ['+44 20 7946 0018', ELSEWHERE],
  ['011 44 20 7946 0018', ELSEWHERE],
  ['00 44 20 7946 0018', ELSEWHERE],
  ['0 0442071838750', ELSEWHERE],
  ['+ 0 0 44 2071838750', ELSEWHERE],
  ['００４４２０７１８３８７５０', ELSEWHERE],
  ['1 011 44 20 7183 8750', ELSEWHERE],
  ['+1 011 44 20 7183 8750', ELSEWHERE],
  ['+1 876 123 4567', ELSEWHERE],
  ['876 123 45', ELSEWHERE],
  ['268 111 1111', ELSEWHERE],
  ['+44 6123 456789', ELSEWHERE],
  ['+44 1 415 555 0100', LONG],
  ['+1 721 111', SHORT],
  ['+1 721 111 1', ELSEWHERE],
  ['+1 876 922 1234', ELSEWHERE],
  ['+1 416 555 0100', ELSEWHERE],
  ['+44 909 879 0000', DEAR],
  ['+49 900 1234567', DEAR],
])('%s may not: %s', (typed, words) => {
  expect(() => checkNumber(typed, AT_HOME)).toThrow(words);
});

test('no way of writing a premium or a foreign number gets through, digits too many included', () => {
  const separator = fc.constantFrom('', ' ', '-', '.', '(', ') ', '\u00a0', '\u200b', '\u00ad');
  const spelled = (digits: string) =>
    fc
      .array(separator, { minLength: digits.length, maxLength: digits.length })
      .chain((between) => fc.tuple(fc.constant(between), fc.boolean()))
      .map(([between, isWide]) =>
        [...digits].map((digit, n) => `${isWide ? wide(digit) : digit}${between[n]}`).join(''),
      );
  const wide = (digit: string) => String.fromCodePoint(digit.codePointAt(0)! + 0xfee0);
  const number = fc.constantFrom('19005550123', '19001234567', '18769221234', '442079460018', '4990012345');
  const written = fc
    .tuple(
      fc.constantFrom('+', '+0', '+00', '00', '000', '011', '1011', '+1011'),
      number,
      fc.stringMatching(/^[0-9]{0,4}$/),
    )
    .chain(([before, digits, after]) => spelled(before + digits + after));
  fc.assert(
    fc.property(written, (typed) => {
      expect(() => checkNumber(typed, AT_HOME)).toThrow();
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['DE', '09001123'],
  ['DE', '0190 123456'],
  ['DE', '+49900112345678901'],
  ['DE', '0137 1234567'],
  ['GB', '0901 1234'],
  ['GB', '09012345'],
  ['GB', '070 1234 5678'],
  ['GB', '070 12345'],
] as const)('in %s, %s is a premium number', (country, typed) => {
  expect(() => checkNumber(typed, { defaultCountry: country, textCountries: 'all' })).toThrow(DEAR);
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
  expect(() => checkNumber('+870 773 123 456', everywhere)).toThrow(SATELLITE);
});
