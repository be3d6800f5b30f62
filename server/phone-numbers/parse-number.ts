import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Arabic and Persian digits, which NFKC leaves as they are. */
const ARABIC = /[\u0660-\u0669\u06f0-\u06f9]/g;

/** Writes a number's digits as 0 to 9, as every gateway reads them, and leaves the rest as it was typed. */
export function normalizeDigits(typed: string): string {
  return typed.normalize('NFKC').replace(ARABIC, (digit) => String(digit.charCodeAt(0) & 15));
}

/** Parses a number by its digits, as a network does. @returns undefined for too few or too many, or no country */
export function parseNumber(typed: string, country: CountryCode): PhoneNumber | undefined {
  const number = parse(internationalDigits(typed), country);
  if (!number || number.isValid()) return number;
  const { countryCallingCode, nationalNumber } = number;
  // An access code may follow the country's own 1 or 0: '1 011 44 …'. It has at least two digits.
  const abroad = parse(nationalNumber, country);
  if (abroad && abroad.nationalNumber.length < nationalNumber.length - 1) return abroad;
  // Leading zeros do not count: 0000911 is 911.
  return parse(`+${countryCallingCode}${nationalNumber.replace(/^0+/, '')}`, country);
}

/** A number's digits, with + in place of 00. Other access codes depend on the country, so the library reads them. */
export function internationalDigits(typed: string): string {
  const normalized = normalizeDigits(typed);
  const digits = normalized.replace(/\D/g, '');
  return /^[\D0]*\+/.test(normalized) || digits.startsWith('00') ? `+${digits.replace(/^0+/, '')}` : digits;
}

function parse(digits: string, defaultCountry: CountryCode): PhoneNumber | undefined {
  return parsePhoneNumberFromString(digits, { defaultCountry, extract: false });
}

/** Characters between digits: spaces, dashes, brackets and dots of all kinds, the plus sign, and invisible characters. */
const SEPARATORS = /[\s\p{Pd}\p{Ps}\p{Pe}\p{Cf}−ー⁄∕+./\\~·•・,:]/gu;

/** Reads a typed number. @returns E.164 (`+14155550123`); null for no number */
export function toE164(typed: string, country: CountryCode): string | null {
  const number = read(typed, country) ?? (isNumberAlone(typed) ? read(digitsOf(typed), country) : undefined);
  return number ?? null;
}

function read(typed: string, country: CountryCode): string | undefined {
  const number = parsePhoneNumberFromString(typed, country);
  return number?.isPossible() ? number.number : undefined;
}

export function isNumberAlone(text: string): boolean {
  return /^\d+$/.test(withoutSeparators(text));
}

export function withoutSeparators(text: string): string {
  return normalizeDigits(text).replace(SEPARATORS, '');
}

/** Removes separators that the library does not know, such as narrow spaces. */
function digitsOf(typed: string): string {
  const isInternational = normalizeDigits(typed)
    .replace(/[^\d+]/g, '')
    .startsWith('+');
  return `${isInternational ? '+' : ''}${withoutSeparators(typed)}`;
}
