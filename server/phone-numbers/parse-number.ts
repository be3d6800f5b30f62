import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { normalizeDigits } from './normalize-digits.ts';

/**
 * Reads a number as a phone network may: its digits alone, whatever stands between them.
 * @returns undefined for what no network could read: too few digits, too many, or of no country's
 */
export function parseNumber(typed: string, country: CountryCode): PhoneNumber | undefined {
  const number = parse(internationalDigits(typed), country);
  if (!number || number.isValid()) return number;
  const { countryCallingCode, nationalNumber } = number;
  // An access code behind the country's own 1 or 0 leads abroad, too: '1 011 44 …'. It has two digits at least.
  const abroad = parse(nationalNumber, country);
  if (abroad && abroad.nationalNumber.length < nationalNumber.length - 1) return abroad;
  // People write zeros in front of all sorts of numbers, and they make none longer: 0000911 is 911.
  return parse(`+${countryCallingCode}${nationalNumber.replace(/^0+/, '')}`, country);
}

/** Networks and gateways read 00 as +, from whichever country; `country`'s own access code the library knows. */
export function internationalDigits(typed: string): string {
  const plain = normalizeDigits(typed);
  const digits = plain.replace(/\D/g, '');
  return /^[\D0]*\+/.test(plain) || digits.startsWith('00') ? `+${digits.replace(/^0+/, '')}` : digits;
}

function parse(digits: string, defaultCountry: CountryCode): PhoneNumber | undefined {
  return parsePhoneNumberFromString(digits, { defaultCountry, extract: false });
}
