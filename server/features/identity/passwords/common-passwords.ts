import { PRODUCT } from '#contract/product.ts';
import { PASSWORD_LENGTH } from './password-hashing.ts';

const COUNT = 3_000;

let common: Promise<Set<string>> | undefined;

/**
 * Whether a password is one of the 3,000 most common ones, or a variation of the product's name. Attackers try these first.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const normalized = normalize(password);
  if (PRODUCT_NAME.test(normalized)) return true;
  common ??= readList();
  return (await common).has(normalized);
}

/** Loads the list when a password is first chosen, because it takes a moment and would delay the server's start. */
async function readList(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  // The list begins with the most common ones. The provider refuses shorter ones by itself.
  const listed = dictionary['passwords-common']
    .filter((password) => password.length >= PASSWORD_LENGTH.min)
    .slice(0, COUNT);
  return new Set(listed.map(normalize));
}

/** The provider hashes full-width letters like ordinary ones, so they make no better password. */
function normalize(password: string): string {
  return password.normalize('NFKC').trim().toLowerCase();
}

/** What people write in a letter's place. */
const INSTEAD: Record<string, string> = { a: '4@', e: '3', g: '69', i: '1!|l', o: '0', s: '5$', t: '7+' };

/** The name once or more, its letters apart or replaced, between at most eight digits or signs on either side: a date has eight. */
const PRODUCT_NAME = (() => {
  const letters = [...PRODUCT.toLowerCase()].map((letter) => `[${letter}${INSTEAD[letter] ?? ''}]`);
  return new RegExp(`^\\P{L}{0,8}(?:${letters.join('[\\s\\p{P}\\p{S}]{0,2}')}s?[\\s\\p{P}]{0,2})+\\P{L}{0,8}$`, 'u');
})();
