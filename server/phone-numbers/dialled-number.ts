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
 * The key under which limits count a number: the phone that would ring, however the number is written. Phone networks
 * ignore digits after a complete number, so appended digits or an extension must not make a new key with its own limit.
 * In countries with numbers of several lengths (Germany, Austria), a longer number can belong to another person. Those few
 * share a key, because we cannot know how many digits the network reads.
 * @returns E.164 ('+14155550100'); for a number that no network could read, its first digits
 */
export function dialledNumber(phoneNumber: string, country: CountryCode): string {
  const [dialled = ''] = DIALLED.exec(normalizeDigits(phoneNumber)) ?? [];
  const digits = internationalDigits(dialled);
  // Without a country code, the longest valid prefix tells which number it is; with one, any prefix does.
  const international = digits.startsWith('+') ? digits : validPrefixes(digits, country).at(-1)?.number;
  const number = parseNumber(dialled, country)?.number;
  if (!number) return digits;
  return completeNumber(international) ?? completeNumber(number) ?? longestPossible(number);
}

function completeNumber(international = ''): string | undefined {
  const valid = validPrefixes(international);
  return (valid.find(isOfUsualLength) ?? valid.at(-1))?.number;
}

function validPrefixes(digits: string, country?: CountryCode): PhoneNumber[] {
  return Array.from(digits, (_, last) => digits.slice(0, last + 1)).flatMap((prefix) => {
    const number = parsePhoneNumberFromString(prefix, { defaultCountry: country, extract: false });
    return number?.isValid() ? number : [];
  });
}

/** Valid numbers can be very short (Finland: 6 digits). Personal ones are at most a digit shorter than the country's example. */
function isOfUsualLength({ country, nationalNumber }: PhoneNumber): boolean {
  const usual = country && getExampleNumber(country, examples)?.nationalNumber.length;
  return !usual || nationalNumber.length >= usual - 1;
}

/** For an area code that the library does not know yet. */
function longestPossible(number: string): string {
  let digits = number;
  while (validatePhoneNumberLength(digits) === 'TOO_LONG') digits = digits.slice(0, -1);
  return digits;
}
