import {
  type CountryCode,
  getCountryCallingCode,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { ProductError } from '#contract/errors.ts';
import type { Config } from '../../config.ts';

type Rules = Pick<Config, 'defaultCountry' | 'textCountries'>;

/** What is shorter is a service's number, not a person's; some islands' are, with their country's code. */
const SHORTEST = 7;
const DEAR = new Set(['PREMIUM_RATE', 'SHARED_COST']);

/**
 * Whether a text that comes by hand or from another program may go to a number: not to a short or a premium one, and
 * only to the countries of the settings. A number that belongs to no country for certain goes by its calling code.
 * @throws {ProductError} invalid
 */
export function checkNumber(typed: string, { defaultCountry, textCountries }: Rules): void {
  // Gateways read 00 as +, from whichever country.
  const international = typed.replace(/^\D*00/, '+');
  const number = parsePhoneNumberFromString(international, { defaultCountry, extract: false });
  if (!number || number.ext || isShort(number, international.startsWith('+'))) {
    throw new ProductError('invalid', 'That is not a whole phone number.');
  }
  if (DEAR.has(number.getType() ?? '')) throw new ProductError('invalid', 'Texts cannot be sent to premium numbers.');
  if (textCountries !== 'all' && !isIn(number, textCountries)) {
    throw new ProductError('invalid', `Texts can be sent to phone numbers of ${textCountries.join(', ')} only.`);
  }
}

function isShort(number: PhoneNumber, isInternational: boolean): boolean {
  return number.nationalNumber.length < SHORTEST && !(isInternational && number.isPossible());
}

function isIn({ country, countryCallingCode }: PhoneNumber, countries: readonly CountryCode[]): boolean {
  if (country) return countries.includes(country);
  return countries.some((each) => getCountryCallingCode(each) === countryCallingCode);
}
