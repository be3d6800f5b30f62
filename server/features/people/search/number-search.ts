import type { CountryCode } from 'libphonenumber-js';
import { SEARCH_MIN_LENGTH } from '#contract/limits.ts';
import { normalizeDigits } from '#server/phone-numbers/parse-number.ts';
import { isNumberAlone, toE164, withoutSeparators } from '#server/phone-numbers/to-e164.ts';

/**
 * Whether a text looks for a number rather than a name: no fewer digits than letters. What has neither is found in numbers
 * only. Such searches are counted apart; no other text has `numberForms`.
 */
export function isNumberSearch(text: string): boolean {
  const rest = withoutSeparators(text);
  const digits = rest.match(/\p{Nd}/gu)?.length ?? 0;
  const letters = rest.match(/\p{L}/gu)?.length ?? 0;
  return digits >= letters;
}

/**
 * The forms in which a number that was typed may be in the search keys: its digits, E.164 as far as it was typed, and
 * whole E.164 as sign-up would have read it, in the country where `country` is the default. A number with a trunk 0 needs
 * none: the keys hold that form (0013-whole-names-and-numbers.ts).
 * @returns none for a text that is anything else besides
 */
export function numberForms(text: string, country: CountryCode): string[] {
  if (!isNumberAlone(text)) return [];
  const forms = [withoutSeparators(text), international(text), toE164(text, country) ?? ''];
  const found = forms.filter((form) => form.replace('+', '').length >= SEARCH_MIN_LENGTH);
  // A number that holds a form holds each part of it: the part finds it.
  return found.filter((form) => !found.some((other) => other !== form && form.includes(other)));
}

/** '0044 20' and '+44 (0)20' as '+4420'. '' for what does not begin with a country code. */
function international(text: string): string {
  const plain = normalizeDigits(text);
  const digits = withoutSeparators(plain.replace('(0)', ''));
  if (/^\D*\+/.test(plain)) return `+${digits}`;
  return digits.startsWith('00') ? `+${digits.slice(2)}` : '';
}
