import type { CountryCode } from 'libphonenumber-js';
import { dialledNumber } from '#server/phone-numbers/dialled-number.ts';
import { parseNumber } from '#server/phone-numbers/parse-number.ts';

/**
 * The phone that a number rings. Unlike `dialledNumber`, this keeps two valid numbers apart when one is a prefix of the
 * other: limits may count such neighbours together, but a call for support must reach both.
 */
export function phoneOf(phoneNumber: string, defaultCountry: CountryCode): string {
  const number = parseNumber(phoneNumber, defaultCountry);
  return number?.isValid() ? number.number : dialledNumber(phoneNumber, defaultCountry);
}
