import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js';
import { normalizeDigits } from '#server/features/texts/index.ts';

/** What people write between digits: spaces, dashes, brackets and dots of all kinds, the plus sign, and what nobody sees. */
const SEPARATORS = /[\s\p{Pd}\p{Ps}\p{Pe}\p{Cf}−ー⁄∕+./\\~·•・,:]/gu;

/**
 * Reads a phone number as a person types it.
 * @returns it in E.164 (`+14155550123`), or null when it cannot be read so, or is too short or too long to be one: what
 * was typed is kept beside it
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

/** Its digits as 0 to 9. */
export function withoutSeparators(text: string): string {
  return normalizeDigits(text).replace(SEPARATORS, '');
}

/** For the separators that the library does not know, such as narrow spaces. */
function digitsOf(typed: string): string {
  const isInternational = normalizeDigits(typed)
    .replace(/[^\d+]/g, '')
    .startsWith('+');
  return `${isInternational ? '+' : ''}${withoutSeparators(typed)}`;
}
