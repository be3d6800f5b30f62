import type { CountryCode } from 'libphonenumber-js/max';
import { dialledNumber } from './dialled-number.ts';
import { parseNumber, toE164 } from './parse-number.ts';
import { type Restriction, textingRestriction } from './texting-restriction.ts';

/** What texts have to know about a phone number. */
interface ReadNumber {
  /**
   * The phone that rings: a valid number in E.164, otherwise the digits that a network reads, '' without any. Texts go there,
   * and accounts with one key have one phone. Unless the number is 'incomplete' it begins with + and a country's code.
   */
  key: string;
  /**
   * The key under which limits count it: see `dialledNumber`. `key` keeps two valid numbers apart when one is a prefix of the
   * other: limits may count such neighbours together, but a call for support must reach both.
   */
  dialled: string;
  restriction: Restriction | null;
}

/**
 * Reads a number by its digits alone. It takes up to some milliseconds, so it is done when a number comes in, and never again
 * on the way of a text.
 */
export function readNumber(phoneNumber: string, country: CountryCode): ReadNumber {
  const number = parseNumber(phoneNumber, country);
  const dialled = dialledNumber(phoneNumber, country);
  const key = number?.isValid() ? number.number : dialled;
  return { key, dialled, restriction: textingRestriction(number) ?? null };
}

/** The columns of a person's phone number beside the typed one. */
export interface PhoneColumns {
  phoneE164: string | null;
  phoneKey: string | null;
  phoneDialled: string | null;
  phoneRestriction: Restriction | null;
}

/**
 * Reads a number of a profile, for the statement that stores it.
 * @param typed as its person typed it, or in E.164
 * @returns all null without digits; `phoneE164` is null for what is no number, `phoneDialled` when it is the key
 */
export function readPhone(typed: string, country: CountryCode): PhoneColumns {
  const phoneE164 = toE164(typed, country);
  const { key, dialled, restriction } = readNumber(phoneE164 ?? typed, country);
  if (key === '') return { phoneE164, phoneKey: null, phoneDialled: null, phoneRestriction: null };
  return { phoneE164, phoneKey: key, phoneDialled: dialled === key ? null : dialled, phoneRestriction: restriction };
}
