import {
  type CountryCode,
  getCountryCallingCode,
  type PhoneNumber,
  validatePhoneNumberLength,
} from 'libphonenumber-js/max';
import { ProductError } from '#contract/errors.ts';
import type { Config } from '#server/config.ts';
import { normalizeDigits } from './normalize-digits.ts';
import { parseNumber } from './parse-number.ts';
import { similarNumbers } from './similar-numbers.ts';
import { textingRestriction } from './texting-restriction.ts';

type Rules = Pick<Config, 'defaultCountry' | 'textCountries'>;

/** Digits and what people write between them. No letters, no extension, no second number. */
const NUMBER_ALONE = /^[\s(]*\+?[\d\s\p{Pd}\p{Cf}()[\]./~]*$/u;

/**
 * Whether a text that comes by hand or from another program may go to a number: not to a short, a premium or a satellite one, and
 * only to the countries of the settings. A number that nobody can have goes by how it begins, or by its calling code.
 * @throws {ProductError} invalid
 */
export function checkNumber(typed: string, { defaultCountry, textCountries }: Rules): void {
  const number = NUMBER_ALONE.test(normalizeDigits(typed)) ? parseNumber(typed, defaultCountry) : undefined;
  const fault = textingRestriction(number);
  if (!number || fault === 'short') throw new ProductError('invalid', 'That is not a whole phone number.');
  if (fault === 'dear') throw new ProductError('invalid', 'Texts cannot be sent to premium numbers.');
  if (fault === 'worldwide') throw new ProductError('invalid', 'Texts cannot be sent to satellite phones.');
  if (validatePhoneNumberLength(number.number) === 'TOO_LONG')
    throw new ProductError('invalid', 'That phone number is too long.');
  if (textCountries !== 'all' && !isIn(number, textCountries)) {
    throw new ProductError('invalid', `Texts can be sent to phone numbers of ${textCountries.join(', ')} only.`);
  }
}

function isIn(number: PhoneNumber, countries: readonly CountryCode[]): boolean {
  const resembled = similarNumbers(number).flatMap(({ country }) => country ?? []);
  const likely = resembled.length > 0 ? resembled : [number.country].filter((country) => country !== undefined);
  if (likely.length > 0) return likely.some((country) => countries.includes(country));
  return countries.some((each) => getCountryCallingCode(each) === number.countryCallingCode);
}
