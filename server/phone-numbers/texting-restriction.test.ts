import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Config } from '#server/config.ts';
import { checkNumber } from './texting-restriction.ts';

const US_ONLY: Pick<Config, 'defaultCountry' | 'textCountries'> = { defaultCountry: 'US', textCountries: ['US'] };

const INCOMPLETE = 'That is not a whole phone number.';
const TOO_LONG = 'That phone number is too long.';
const PREMIUM = 'Texts cannot be sent to premium numbers.';
const SATELLITE = 'Texts cannot be sent to satellite phones.';
const OTHER_COUNTRY = 'Texts can be sent only to phone numbers of these countries: United States.';

test.each([
  '(415) 555-0100',
  '+1 415 555 0100',
  '001 415 555 0100',
  '+1234567890',
  '555 0199',
  '+1 (415) 055-0100',
  '(020) 7946 0018',
  '+1 800 555 0199',
  '+1 500 555 0006',
  '+１ ４１５ ５５５ ０１００',
  '٤١٥ ٥٥٥ ٠١٠٠',
])('%s may be texted', (typed) => {
  expect(() => checkNumber(typed, US_ONLY)).not.toThrow();
});

test.each([
  ['911', INCOMPLETE],
  ['call me at 415 555 0100', INCOMPLETE],
  ['415 555 0100, 900 555 0100', INCOMPLETE],
  [`+1${'5'.repeat(30)}`, INCOMPLETE],
  ['+999 1234 5678', INCOMPLETE],
  ['+49 110', INCOMPLETE],
  ['tel:4155550100;phone-context=+1900', INCOMPLETE],
  ['+1 415 +1 900 555 0123', INCOMPLETE],
  ['41555501001234567', TOO_LONG],
  ['442071838750', TOO_LONG],
  ['+1 900 234 5678', PREMIUM],
  ['0 900 555 0123', PREMIUM],
  ['415-976-1234', PREMIUM],
  ['+979 123456789', PREMIUM],
  ['0044 909 879 0000', PREMIUM],
  ['+870 773 123 456', SATELLITE],
  ['+881 612 345 678 99', SATELLITE],
  ['+882 16 1234567', SATELLITE],
  ['＋８８３ ５１００ １２３４５６', SATELLITE],
  ['+888 123 456 789', SATELLITE],
  ['+800 1234 5678', SATELLITE],
  ['011 44 20 7946 0018', OTHER_COUNTRY],
  ['+1 876 123 4567', OTHER_COUNTRY],
  ['+44 6123 456789', OTHER_COUNTRY],
  ['+44 1 415 555 0100', TOO_LONG],
  ['+1 721 111', INCOMPLETE],
  ['+1 721 111 1', OTHER_COUNTRY],
  ['+44 909 879 0000', PREMIUM],
])('%s may not be texted: %s', (typed, words) => {
  expect(() => checkNumber(typed, US_ONLY)).toThrow(words);
});

test('a premium or foreign number is refused however it is written, also with extra digits', () => {
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
      expect(() => checkNumber(typed, US_ONLY)).toThrow();
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['DE', '09001123'],
  ['DE', '0190 123456'],
  ['DE', '+49900112345678901'],
  ['GB', '0901 1234'],
  ['GB', '070 1234 5678'],
] as const)('in %s, %s is a premium number', (country, typed) => {
  expect(() => checkNumber(typed, { defaultCountry: country, textCountries: 'all' })).toThrow(PREMIUM);
});

test('the settings allow more countries, or all', () => {
  const wider = { defaultCountry: 'DE', textCountries: ['DE', 'GB'] } as const;
  for (const typed of ['0151 23456789', '+44 20 7946 0018']) expect(() => checkNumber(typed, wider)).not.toThrow();
  const french = () => checkNumber('+1 415 555 0100', wider);
  expect(french).toThrow('Texts can be sent only to phone numbers of these countries: Germany, United Kingdom.');
  expect(() => checkNumber('22922', wider)).toThrow(INCOMPLETE);
  const everywhere = { defaultCountry: 'US', textCountries: 'all' } as const;
  for (const typed of ['+44 20 7946 0018', '+81 90 1234 5678', '+683 4002'])
    expect(() => checkNumber(typed, everywhere)).not.toThrow();
  expect(() => checkNumber('+44 909 879 0000', everywhere)).toThrow(PREMIUM);
  expect(() => checkNumber('+870 773 123 456', everywhere)).toThrow(SATELLITE);
});
