import {
  type CountryCode,
  getExampleNumber,
  type PhoneNumber,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { internationalDigits, normalizeDigits, parseNumber } from './parse-number.ts';

/** E.164 has 15 digits, plus an access code. The library reads no more than 17. */
const DIALLED = /^\D*(?:\d\D*){0,17}/;

/**
 * The phone that would ring, for limits, because networks ignore digits after a complete number. Where numbers vary in length
 * (Germany), a few people share a key.
 * @returns E.164, or the first digits of what no network reads
 */
export function dialledNumber(phoneNumber: string, country: CountryCode): string {
  const [dialled = ''] = DIALLED.exec(normalizeDigits(phoneNumber)) ?? [];
  const digits = internationalDigits(dialled);
  // Without a country code, the longest valid prefix tells which number it is; with one, any prefix does.
  const international = digits.startsWith('+') ? digits : validPrefixes(digits, country).at(-1)?.number;
  const complete = completeNumber(international);
  if (complete) return complete;
  const number = parseNumber(dialled, country)?.number;
  return number ? (completeNumber(number) ?? longestPossible(number)) : digits;
}

function completeNumber(international = ''): string | undefined {
  const whole = validNumber(international);
  if (!whole) {
    const valid = validPrefixes(international);
    return (valid.find(isOfUsualLength) ?? valid.at(-1))?.number;
  }
  // Shorter prefixes are of no usual length, so most valid numbers need two looks.
  const shortest = international.length - whole.nationalNumber.length + usualLength(whole) - 1;
  const shorter = validPrefixes(international.slice(0, -1), undefined, shortest);
  return (shorter.find(isOfUsualLength) ?? whole).number;
}

function validPrefixes(digits: string, country?: CountryCode, shortest = 1): PhoneNumber[] {
  const lengths = Array.from(digits, (_, last) => last + 1).filter((length) => length >= shortest);
  return lengths.flatMap((length) => validNumber(digits.slice(0, length), country) ?? []);
}

function validNumber(digits: string, country?: CountryCode): PhoneNumber | undefined {
  const number = parsePhoneNumberFromString(digits, { defaultCountry: country, extract: false });
  return number?.isValid() ? number : undefined;
}

/** Valid numbers can be very short (Finland: 6 digits). Personal ones are at most a digit shorter than the country's example. */
function isOfUsualLength(number: PhoneNumber): boolean {
  return number.nationalNumber.length >= usualLength(number) - 1;
}

/** The length of the country's example of a mobile number; 0 when there is none. */
function usualLength({ country }: PhoneNumber): number {
  return (country && getExampleNumber(country, examples)?.nationalNumber.length) ?? 0;
}

/** For an area code that the library does not know yet. */
function longestPossible(number: string): string {
  let digits = number;
  while (validatePhoneNumberLength(digits) === 'TOO_LONG') digits = digits.slice(0, -1);
  return digits;
}
