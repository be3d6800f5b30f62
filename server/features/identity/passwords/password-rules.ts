import { PRODUCT } from '#contract/product.ts';
import { before, CHANGE_PASSWORD, SIGN_UP } from '../provider/allowed-calls.ts';
import { refusal } from '../provider/refusals.ts';
import { PASSWORD_LENGTH } from './password-hashing.ts';

/** Refuses as the provider's plugin, which would ask a service on the internet; ours uses a list. */
export const passwordRules = before('password-rules', [SIGN_UP, CHANGE_PASSWORD], async ({ path, body }) => {
  const chosen: unknown = path === CHANGE_PASSWORD ? body?.newPassword : body?.password;
  // The provider refuses longer ones. Accents in disorder take minutes to normalise.
  if (typeof chosen !== 'string' || chosen.length > PASSWORD_LENGTH.max) return;
  if (await isCommonPassword(chosen)) throw refusal('BAD_REQUEST', 'PASSWORD_COMPROMISED');
});

const COUNT = 3_000;

let common: Promise<Set<string>> | undefined;

/** Whether a password is one of the 3,000 most common ones, or varies the product's name: attackers try these first. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const normalized = normalize(password);
  if (isProductName(normalized)) return true;
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

const LOOKALIKES: Record<string, string> = { a: '4', e: '3', g: '69', i: '1l', o: '0', s: '5', t: '7' };
/** A sign may stand for these: @ ! | $ + */
const LIKE_SIGNS = /[aist]/;

/** The name once or more, with up to eight digits (a date) on either side. */
const PRODUCT_NAME = (() => {
  const letters = [...PRODUCT.toLowerCase()].map(
    (letter) => `[${letter}${LOOKALIKES[letter] ?? ''}]${LIKE_SIGNS.test(letter) ? '?' : ''}`,
  );
  return new RegExp(`^\\P{L}{0,8}(?:${letters.join('')}s?)+\\P{L}{0,8}$`, 'u');
})();

/** Signs go before: an expression that allows them between letters and in place of some has no end on a long row of them. */
function isProductName(normalized: string): boolean {
  return PRODUCT_NAME.test(normalized.replace(/[\s\p{P}\p{S}]+/gu, ''));
}
