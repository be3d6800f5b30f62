import type { CountryCode } from 'libphonenumber-js';
import { dialledNumber } from '#server/phone-numbers/dialled-number.ts';
import { parseNumber } from '#server/phone-numbers/parse-number.ts';

/** Reading a number takes up to some milliseconds, and the same ones come again with each call for support. */
const remembered = new Map<string, string>();
const REMEMBERED_MAX = 10_000;

/**
 * The phone that a number rings. Unlike `dialledNumber`, this keeps two valid numbers apart when one is a prefix of the
 * other: limits may count such neighbours together, but a call for support must reach both.
 */
export function phoneOf(phoneNumber: string, defaultCountry: CountryCode): string {
  const key = `${defaultCountry} ${phoneNumber}`;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const number = parseNumber(phoneNumber, defaultCountry);
  const phone = number?.isValid() ? number.number : dialledNumber(phoneNumber, defaultCountry);
  if (remembered.size >= REMEMBERED_MAX) remembered.clear();
  remembered.set(key, phone);
  return phone;
}
