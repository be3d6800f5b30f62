import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  type PhoneNumber,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/max';
import { ProductError } from '#contract/errors.ts';
import type { Config } from '#server/config.ts';
import { normalizeDigits, parseNumber } from './parse-number.ts';

/** Shorter numbers are services', not people's. Some islands have shorter ones, with their country's code. */
const MIN_LENGTH = 7;

const PREMIUM_TYPES = new Set(['PREMIUM_RATE', 'SHARED_COST', 'PERSONAL_NUMBER']);
/** Personal numbers of North America cost their owner, not the sender. */
const NORTH_AMERICA = '1';
const MORE_PREMIUM: Record<string, RegExp> = { 1: /^\d{3}976/, 49: /^190/ };

/** All other codes are satellites' and worldwide networks' (+870, +878, +881, +882, +883, +979): a text there costs dollars. */
const COUNTRY_CODES = new Set<string>(getCountries().map((country) => getCountryCallingCode(country)));

export type Restriction = 'incomplete' | 'premium' | 'satellite';

export function textingRestriction(number: PhoneNumber | undefined): Restriction | undefined {
  if (!number) return 'incomplete';
  const isOfACountry = COUNTRY_CODES.has(number.countryCallingCode);
  if (isOfACountry && number.nationalNumber.length < MIN_LENGTH && !number.isValid()) return 'incomplete';
  if (isPremium(number)) return 'premium';
  if (!isOfACountry) return 'satellite';
}

export function isTextingRestricted(phoneNumber: string, country: CountryCode): boolean {
  return textingRestriction(parseNumber(phoneNumber, country)) !== undefined;
}

/** Digits and their usual separators: no letters, no extension, no second number. */
const NUMBER_ALONE = /^[\s(]*\+?[\d\s\p{Pd}\p{Cf}()[\]./~]*$/u;

/** For texts by hand and by programs. @throws {ProductError} invalid: incomplete, premium, satellite, another country */
export function checkNumber(
  typed: string,
  { defaultCountry, textCountries }: Pick<Config, 'defaultCountry' | 'textCountries'>,
): void {
  const number = NUMBER_ALONE.test(normalizeDigits(typed)) ? parseNumber(typed, defaultCountry) : undefined;
  const restriction = textingRestriction(number);
  if (!number || restriction === 'incomplete') throw new ProductError('invalid', (t) => t.notAWholePhoneNumber);
  if (restriction === 'premium') throw new ProductError('invalid', (t) => t.noTextsToPremiumNumbers);
  if (restriction === 'satellite') throw new ProductError('invalid', (t) => t.noTextsToSatellitePhones);
  if (validatePhoneNumberLength(number.number) === 'TOO_LONG')
    throw new ProductError('invalid', (t) => t.phoneNumberIsTooLong);
  if (textCountries !== 'all' && !isIn(number, textCountries)) {
    throw new ProductError('invalid', (t) => {
      const names = new Intl.DisplayNames(t.$language, { type: 'region' });
      return t.textsOnlyToNumbersOf({ countries: textCountries.map((code) => names.of(code)).join(t.listComma) });
    });
  }
}

function isIn(number: PhoneNumber, countries: readonly CountryCode[]): boolean {
  const similar = similarNumbers(number).flatMap(({ country }) => country ?? []);
  const likely = similar.length > 0 ? similar : [number.country].filter((country) => country !== undefined);
  if (likely.length > 0) return likely.some((country) => countries.includes(country));
  return countries.some((each) => getCountryCallingCode(each) === number.countryCallingCode);
}

/** Whether a text to this number, or to one that begins like it, costs more than others. */
function isPremium(number: PhoneNumber): boolean {
  if (MORE_PREMIUM[number.countryCallingCode]?.test(number.nationalNumber)) return true;
  return similarNumbers(number).some((each) => {
    const type = each.getType() ?? '';
    return PREMIUM_TYPES.has(type) && !(type === 'PERSONAL_NUMBER' && number.countryCallingCode === NORTH_AMERICA);
  });
}

const MIN_PREFIX = 3;
const LENGTHS = [7, 8, 9, 10, 11, 12, 13];

/** The number, or valid ones with its longest prefix, so that a number with a wrong digit is still recognised. */
function similarNumbers(number: PhoneNumber): PhoneNumber[] {
  if (number.isValid()) return [number];
  const { countryCallingCode, nationalNumber } = number;
  const lengths = LENGTHS.filter((length) => isPossible(`+${countryCallingCode}${'2'.repeat(length)}`));
  let similar: PhoneNumber[] = [];
  for (let length = MIN_PREFIX; length <= nationalNumber.length; length++) {
    const prefix = nationalNumber.slice(0, length);
    const valid = continuations(prefix, lengths).flatMap((each) => validNumber(`+${countryCallingCode}${each}`) ?? []);
    if (valid.length === 0) return similar;
    similar = valid;
  }
  return similar;
}

function isPossible(number: string): boolean {
  return validatePhoneNumberLength(number) === undefined;
}

/** Fills up with one repeated digit: trying all digits would take too long, and this tells all kinds of numbers apart. */
function continuations(prefix: string, lengths: number[]): string[] {
  const longer = lengths.filter((length) => length > prefix.length);
  return [prefix, ...longer.flatMap((length) => Array.from('0123456789', (digit) => prefix.padEnd(length, digit)))];
}

function validNumber(written: string): PhoneNumber | undefined {
  const number = parsePhoneNumberFromString(written);
  return number?.isValid() ? number : undefined;
}
