import {
  type CountryCode,
  getExampleNumber,
  type PhoneNumber,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { normalizeDigits } from './normalize-digits.ts';
import { internationalDigits, parseNumber } from './parse-number.ts';

/** E.164's 15 digits and an access code. What people type can be longer, and the library reads 17 at most. */
const DIALLED = /^\D*(?:\d\D*){0,17}/;

/**
 * The key under which limits count a number: the phone that would ring, however the number is written. Phone networks
 * ignore digits after a whole number, so appended ones (an extension, too) must make no new key with a limit of its own.
 * Where numbers have several lengths (Germany, Austria), one that is a digit longer can be somebody else's. Those few
 * share a key: nobody can know which digits the network reads.
 * @returns E.164 ('+14155550100'); for what no network could read, its first digits
 */
export function dialledNumber(phoneNumber: string, country: CountryCode): string {
  const [dialled = ''] = DIALLED.exec(normalizeDigits(phoneNumber)) ?? [];
  const digits = internationalDigits(dialled);
  // Written as at home, the longest reading tells which number it is; with its country's code, any beginning does.
  const international = digits.startsWith('+') ? digits : validBeginnings(digits, country).at(-1)?.number;
  const number = parseNumber(dialled, country)?.number;
  if (!number) return digits;
  return wholeNumber(international) ?? wholeNumber(number) ?? longestPossible(number);
}

function wholeNumber(international = ''): string | undefined {
  const valid = validBeginnings(international);
  return (valid.find(isOfUsualLength) ?? valid.at(-1))?.number;
}

/** The valid numbers that the digits begin with, shortest first. */
function validBeginnings(digits: string, country?: CountryCode): PhoneNumber[] {
  return Array.from(digits, (_, last) => digits.slice(0, last + 1)).flatMap((beginning) => {
    const number = parsePhoneNumberFromString(beginning, { defaultCountry: country, extract: false });
    return number?.isValid() ? number : [];
  });
}

/** Valid numbers can be very short (Finland: 6 digits). People's differ by a digit from their country's example. */
function isOfUsualLength({ country, nationalNumber }: PhoneNumber): boolean {
  const usual = country && getExampleNumber(country, examples)?.nationalNumber.length;
  return !usual || nationalNumber.length >= usual - 1;
}

/** For numbers of an area that the library does not know yet. */
function longestPossible(number: string): string {
  let digits = number;
  while (validatePhoneNumberLength(digits) === 'TOO_LONG') digits = digits.slice(0, -1);
  return digits;
}
