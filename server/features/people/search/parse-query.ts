import type { CountryCode } from 'libphonenumber-js';
import { SEARCH_MIN_LENGTH } from '#contract/limits.ts';
import { isNumberAlone } from '#server/phone-numbers/to-e164.ts';
import { numberForms } from './number-search.ts';

/** What a search looks for. */
export interface SoughtTexts {
  /** Found anywhere in a first name, a last name or one form of a number. */
  anywhere: string[];
  /** Found where a name begins; both names of a person have a line break between them. */
  atBeginning: string[];
  /** Each is found where one of the two is in the first name, and the other in the last name. */
  inBothNames: [string, string][];
}

/**
 * Reads what was typed: as it is (spec §5), as a full name, and as a phone number however that is written.
 * @returns undefined for fewer than 3 characters after trimming, which find nobody
 */
export function parseQuery(query: string, country: CountryCode): SoughtTexts | undefined {
  const text = query.trim();
  if (isTooShort(text)) return;
  const words = text.split(/\s+/u);
  const splits = isNumberAlone(text) ? [] : splitsOf(words);
  return {
    anywhere: [...new Set([text, words.join(' '), ...numberForms(text, country)])],
    atBeginning: [...new Set([text, words.join(' '), ...splits.map((parts) => parts.join('\n'))])],
    inBothNames: splits.filter((parts) => !parts.every(isTooShort)),
  };
}

/** The search keys begin with three characters, so that at least one part of a full name needs as many. */
function isTooShort(text: string): boolean {
  return [...text].length < SEARCH_MIN_LENGTH;
}

/** First and last names may consist of several words each. */
function splitsOf(words: string[]): [string, string][] {
  return words.slice(1).map((_, place) => [words.slice(0, place + 1).join(' '), words.slice(place + 1).join(' ')]);
}
