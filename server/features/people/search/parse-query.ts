import type { CountryCode } from 'libphonenumber-js';
import { searchQuery } from '#contract/chat/search-query.ts';
import { SEARCH_MIN_LENGTH } from '#contract/sizes.ts';
import { isNumberAlone, normalizeDigits, toE164, withoutSeparators } from '#server/phone-numbers/parse-number.ts';

export interface SoughtTexts {
  /** Match anywhere in a first name, a last name or a form of a number. */
  anywhere: string[];
  /** Match the start of a name. A line break separates a person's two names. */
  atBeginning: string[];
  /** Each matches when one of the two is in the first name, and the other in the last name. */
  inBothNames: [string, string][];
}

/** As Japanese, Chinese and Korean full names are written: without a space. */
const UNSPACED_NAME = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]{3,20}$/u;

/** Reads a text as it is (spec §5), as a full name, and as a number. @returns undefined for fewer than 3 characters */
export function parseQuery(query: string, country: CountryCode): SoughtTexts | undefined {
  const text = searchQuery(query);
  if (text === null) return;
  const words = text.split(/\s+/u);
  const splits = isNumberAlone(text) ? [] : splitsOf(words, ' ');
  const beginnings = UNSPACED_NAME.test(text) ? splitsOf([...text], '') : splits;
  return {
    anywhere: [...new Set([text, words.join(' '), ...numberForms(text, country)])],
    atBeginning: [...new Set([text, words.join(' '), ...beginnings.map((parts) => parts.join('\n'))])],
    inBothNames: splits.filter((parts) => parts.some((part) => searchQuery(part) !== null)),
  };
}

function splitsOf(parts: string[], space: string): [string, string][] {
  return parts.slice(1).map((_, place) => [parts.slice(0, place + 1).join(space), parts.slice(place + 1).join(space)]);
}

/** No fewer digits than letters. Such searches have limits of their own, and only they have `numberForms`. */
export function isNumberSearch(text: string): boolean {
  const rest = withoutSeparators(text);
  const digits = rest.match(/\p{Nd}/gu)?.length ?? 0;
  const letters = rest.match(/\p{L}/gu)?.length ?? 0;
  return digits >= letters;
}

/** Its digits, E.164 as far as typed, and complete E.164 by `country`. @returns nothing for a text that is more than a number */
function numberForms(text: string, country: CountryCode): string[] {
  if (!isNumberAlone(text)) return [];
  const forms = [withoutSeparators(text), international(text), toE164(text, country) ?? ''];
  const found = forms.filter((form) => form.replace('+', '').length >= SEARCH_MIN_LENGTH);
  // A form that contains another one is not needed: the shorter one finds more.
  return found.filter((form) => !found.some((other) => other !== form && form.includes(other)));
}

/** '0044 20' and '+44 (0)20' as '+4420'; '' for a number without a country code. */
function international(text: string): string {
  const plain = normalizeDigits(text);
  const digits = withoutSeparators(plain.replace('(0)', ''));
  if (/^\D*\+/.test(plain)) return `+${digits}`;
  return digits.startsWith('00') ? `+${digits.slice(2)}` : '';
}
