import { PRODUCT } from '#contract/product.ts';

/** As many as are refused; the provider refuses shorter ones by itself. */
const COUNT = 3_000;
const LENGTH = 8;

let common: Promise<Set<string>> | undefined;

/**
 * Whether a password is one of the 3,000 that people choose most, or the product's name with the usual decoration,
 * however it is written: those are tried first.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const written = plain(password);
  if (PRODUCT_NAME.test(written)) return true;
  common ??= readList();
  return (await common).has(written);
}

/** Read when somebody first chooses a password: the whole list takes a moment, and a server's start waits for nothing. */
async function readList(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  // The most common first.
  const listed = dictionary['passwords-common'].filter((password) => password.length >= LENGTH).slice(0, COUNT);
  return new Set(listed.map(plain));
}

/** The provider hashes letters of another width as the usual ones, so they are no better here. */
function plain(password: string): string {
  return password.normalize('NFKC').trim().toLowerCase();
}

/** What people write in a letter's place. */
const INSTEAD: Record<string, string> = { a: '4@', e: '3', g: '69', i: '1!|l', o: '0', s: '5$', t: '7+' };

/** The name once or more, its letters apart or replaced, between at most eight digits or signs on either side: a date has eight. */
const PRODUCT_NAME = (() => {
  const letters = [...PRODUCT.toLowerCase()].map((letter) => `[${letter}${INSTEAD[letter] ?? ''}]`);
  return new RegExp(`^\\P{L}{0,8}(?:${letters.join('[\\s\\p{P}\\p{S}]{0,2}')}s?[\\s\\p{P}]{0,2})+\\P{L}{0,8}$`, 'u');
})();
