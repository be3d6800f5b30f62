import type { CountryCode } from 'libphonenumber-js/max';
import { dialledNumber } from './dialled-number.ts';
import { parseNumber, toE164 } from './parse-number.ts';
import { type Restriction, textingRestriction } from './texting-restriction.ts';

interface ReadNumber {
  /** E.164, otherwise the digits that a network reads, or ''. Texts go there; accounts with one key have one phone. */
  key: string;
  /** See `dialledNumber`. Limits may count neighbours together; `key` keeps them apart, because a call must reach both. */
  dialled: string;
  restriction: Restriction | null;
}

/** Reads a number by its digits. It takes milliseconds, so it is done when the number comes in. */
export function readNumber(phoneNumber: string, country: CountryCode): ReadNumber {
  const number = parseNumber(phoneNumber, country);
  const dialled = dialledNumber(phoneNumber, country);
  const key = number?.isValid() ? number.number : dialled;
  return { key, dialled, restriction: textingRestriction(number) ?? null };
}

export interface PhoneColumns {
  phoneE164: string | null;
  phoneKey: string | null;
  phoneDialled: string | null;
  phoneRestriction: Restriction | null;
}

/** The columns of a profile's number. @returns null without digits; `phoneE164` is null for what is no number */
export function readPhone(typed: string, country: CountryCode): PhoneColumns {
  const phoneE164 = toE164(typed, country);
  const { key, dialled, restriction } = readNumber(phoneE164 ?? typed, country);
  if (key === '') return { phoneE164, phoneKey: null, phoneDialled: null, phoneRestriction: null };
  return { phoneE164, phoneKey: key, phoneDialled: dialled === key ? null : dialled, phoneRestriction: restriction };
}
