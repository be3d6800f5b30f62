import fc from 'fast-check';
import { type CountryCode, getCountries, getExampleNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { expect, test } from 'vitest';
import { dialledNumber } from './dialled-number.ts';

test.each([
  '+14155550100',
  '(415) 555-0100',
  '0014155550100',
  '011 1 415 555 0100',
  `+1 415 555 0100 ${'9'.repeat(40)}`,
  '415 555 0100 ext. 900',
  'tel:+1-415-555-0100;ext=12',
  '415 555 0100, 900 555 0100',
  '+١ ٤١٥ ٥٥٥ ٠١٠٠',
  '（４１５）５５５－０１００',
])('%s has the key of (415) 555-0100', (written) => {
  expect(dialledNumber(written, 'US')).toBe('+14155550100');
});

test.each([
  ['0151 23456789', 'DE', '+4915123456789'],
  ['0171 1234567', 'DE', '+491711234567'],
  ['+49 (0) 30 1234567', 'US', '+49301234567'],
  ['+49 30 12345678', 'US', '+493012345678'],
  ['020 7946 0018', 'GB', '+442079460018'],
  ['+44 (0) 7911 123456', 'DE', '+447911123456'],
  ['+43 664 12345', 'AT', '+4366412345'],
  ['+683 4002', 'US', '+6834002'],
] as const)('%s, in %s, has the key %s: numbers of unusual length keep all their digits', (written, country, key) => {
  expect(dialledNumber(written, country)).toBe(key);
});

test.each([
  ['+1 555 555 0100', '+15555550100'],
  ['+1 555 555 0100 42', '+15555550100'],
  ['1 555 555 0100 7', '+15555550100'],
])('%s has an unknown area code: its key is as long as a number there can be', (written, key) => {
  expect(dialledNumber(written, 'US')).toBe(key);
});

test('the key of a text that is no number is its digits', () => {
  expect(dialledNumber('ask Ada', 'US')).toBe('');
  expect(dialledNumber('+999 12 34', 'US')).toBe('+9991234');
});

const WRITINGS = [
  (e164: string) => e164,
  (e164: string) => e164.replace('+', '00'),
  (e164: string) => parsePhoneNumberFromString(e164)!.formatInternational(),
];

test('digits after a mobile number make no new key, in any country, however it is written', () => {
  const mobile = fc.constantFrom(...getCountries()).chain((country) => {
    const example = getExampleNumber(country, examples)!;
    const digits = example.nationalNumber.length;
    return fc
      .tuple(fc.integer({ min: 2, max: 4 }), fc.stringMatching(new RegExp(`^[0-9]{${digits}}$`)))
      .map(([same, others]) => ({
        country,
        number: `+${example.countryCallingCode}${example.nationalNumber.slice(0, same)}${others.slice(same)}`,
      }))
      .filter(({ number }) => parsePhoneNumberFromString(number)?.isValid() === true);
  });
  fc.assert(
    fc.property(
      mobile,
      fc.constantFrom(...WRITINGS),
      fc.stringMatching(/^[ ,x#]?[0-9]{1,20}$/),
      fc.constantFrom<CountryCode>('US', 'DE', 'GB'),
      ({ number }, written, appended, home) => {
        const key = dialledNumber(number, home);
        expect(number.startsWith(key)).toBe(true);
        expect(dialledNumber(written(number) + appended, home)).toBe(key);
      },
    ),
    { numRuns: 300 },
  );
});

test('digits after a number without a country code make no new key either', () => {
  // In Gabon, 06 03 98 36 with one more digit is another person's number, of the newer plan.
  const home = fc.constantFrom(...getCountries().filter((country) => country !== 'GA'));
  fc.assert(
    fc.property(home, fc.stringMatching(/^[0-9]{1,20}$/), (country, appended) => {
      const example = getExampleNumber(country, examples)!;
      const key = dialledNumber(example.number, country);
      expect(dialledNumber(example.formatNational(), country)).toBe(key);
      expect(dialledNumber(example.formatNational() + appended, country)).toBe(key);
    }),
    { numRuns: 200 },
  );
});
