import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js';

/**
 * Reads a phone number as a person types it.
 * @returns it in E.164 (`+14155550123`), or null when it cannot be read so, or is too short or too long to be one: what
 * was typed is kept beside it
 */
export function readPhoneNumber(typed: string, country: CountryCode): string | null {
  const number = parsePhoneNumberFromString(typed, country);
  return number?.isPossible() ? number.number : null;
}
