import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js';
import { normalizeDigits } from './parse-number.ts';

/** Characters between digits: spaces, dashes, brackets and dots of all kinds, the plus sign, and invisible characters. */
const SEPARATORS = /[\s\p{Pd}\p{Ps}\p{Pe}\p{Cf}−ー⁄∕+./\\~·•・,:]/gu;

/**
 * Reads a phone number as a person types it into a profile or a search.
 * @returns E.164 (`+14155550123`); null when it is no number, too short or too long. Callers keep the typed text beside it.
 */
export function toE164(typed: string, country: CountryCode): string | null {
  const number = read(typed, country) ?? (isNumberAlone(typed) ? read(digitsOf(typed), country) : undefined);
  return number ?? null;
}

function read(typed: string, country: CountryCode): string | undefined {
  const number = parsePhoneNumberFromString(typed, country);
  return number?.isPossible() ? number.number : undefined;
}

/** Whether a text is a phone number, or a part of one, and nothing else. */
export function isNumberAlone(text: string): boolean {
  return /^\d+$/.test(withoutSeparators(text));
}

/** A phone number without separators, its digits as 0 to 9. */
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
