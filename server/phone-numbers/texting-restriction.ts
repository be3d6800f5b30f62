import { type CountryCode, getCountries, getCountryCallingCode, type PhoneNumber } from 'libphonenumber-js/max';
import { parseNumber } from './parse-number.ts';
import { similarNumbers } from './similar-numbers.ts';

/** What is shorter is a service's number, not a person's; those of some islands are shorter, with their country's code. */
const SHORTEST = 7;

const DEAR = new Set(['PREMIUM_RATE', 'SHARED_COST', 'PERSONAL_NUMBER']);
/** Personal numbers of North America cost their owner, not who texts them. */
const NORTH_AMERICA = '1';
/** What the library takes for ordinary numbers, or for none any more, by calling code. */
const DEAR_TOO: Record<string, RegExp> = { 1: /^\d{3}976/, 49: /^190/ };

/** All others are of satellites and worldwide networks (+870, +878, +881, +882, +883, +979): a text there costs dollars. */
const COUNTRY_CODES = new Set<string>(getCountries().map((country) => getCountryCallingCode(country)));

/** Why no text ever goes to a number. `short`: it is no whole one; `worldwide`: it is of no country. Undefined for all others. */
export function textingRestriction(number: PhoneNumber | undefined): 'short' | 'dear' | 'worldwide' | undefined {
  if (!number) return 'short';
  const isOfACountry = COUNTRY_CODES.has(number.countryCallingCode);
  if (isOfACountry && number.nationalNumber.length < SHORTEST && !number.isValid()) return 'short';
  if (isDear(number)) return 'dear';
  if (!isOfACountry) return 'worldwide';
}

/** Whether no text ever goes to a number, whatever the cause. */
export function isTextingRestricted(phoneNumber: string, country: CountryCode): boolean {
  return textingRestriction(parseNumber(phoneNumber, country)) !== undefined;
}

/** Whether a text to this number, or to one that begins as it does, costs more than others. */
function isDear(number: PhoneNumber): boolean {
  if (DEAR_TOO[number.countryCallingCode]?.test(number.nationalNumber)) return true;
  return similarNumbers(number).some((each) => {
    const type = each.getType() ?? '';
    return DEAR.has(type) && !(type === 'PERSONAL_NUMBER' && number.countryCallingCode === NORTH_AMERICA);
  });
}
