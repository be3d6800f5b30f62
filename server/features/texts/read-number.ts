import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { plainDigits } from './plain-digits.ts';

/**
 * Reads a number as a phone network may: its digits alone, whatever stands between them.
 * @returns undefined for what no network could read: no digits, too many, or of no country's
 */
export function readNumber(typed: string, country: CountryCode): PhoneNumber | undefined {
  const number = parse(internationalDigits(typed), country);
  // An access code behind the country's own 1 or 0 leads abroad, too: '1 011 44 …'.
  const abroad = number?.nationalNumber.startsWith('0') && parse(number.nationalNumber, country);
  return abroad && abroad.countryCallingCode !== number?.countryCallingCode ? abroad : number;
}

/** Networks and gateways read 00 as +, from whichever country; `country`'s own access code the library knows. */
function internationalDigits(typed: string): string {
  const plain = plainDigits(typed);
  const digits = plain.replace(/\D/g, '');
  return /^\D*\+/.test(plain) || digits.startsWith('00') ? `+${digits.replace(/^0+/, '')}` : digits;
}

function parse(digits: string, defaultCountry: CountryCode): PhoneNumber | undefined {
  return parsePhoneNumberFromString(digits, { defaultCountry, extract: false });
}
