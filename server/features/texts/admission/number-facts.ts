import type { CountryCode } from 'libphonenumber-js';
import { dialledNumber } from '#server/phone-numbers/dialled-number.ts';
import { parseNumber } from '#server/phone-numbers/parse-number.ts';
import { textingRestriction } from '#server/phone-numbers/texting-restriction.ts';
import { remember } from '../remember.ts';

/** What texts have to know about a phone number. */
interface NumberFacts {
  restriction: ReturnType<typeof textingRestriction>;
  /** The key under which limits count it: see `dialledNumber`. */
  dialled: string;
  /**
   * The phone that it rings. Unlike `dialled`, this keeps two valid numbers apart when one is a prefix of the other: limits
   * may count such neighbours together, but a call for support must reach both.
   */
  phone: string;
}

/** Reading a number takes up to some milliseconds, and the same ones come again and again. */
const REMEMBERED = 10_000;

const byCountry = remember(300, (country) =>
  remember(REMEMBERED, (phoneNumber) => readNumber(phoneNumber, country as CountryCode)),
);

export function numberFacts(phoneNumber: string, defaultCountry: CountryCode): NumberFacts {
  return byCountry(defaultCountry)(phoneNumber);
}

function readNumber(phoneNumber: string, country: CountryCode): NumberFacts {
  const number = parseNumber(phoneNumber, country);
  const dialled = dialledNumber(phoneNumber, country);
  return {
    restriction: textingRestriction(number),
    dialled,
    phone: number?.isValid() ? number.number : dialled,
  };
}
