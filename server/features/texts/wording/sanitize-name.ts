import { rememberResults } from '#server/limits/index.ts';
import { breakLinks } from './break-links.ts';

const MAX_CHARACTERS = 40;
/** In UTF-16 units: a character can be a long emoji sequence, or a letter with hundreds of accents. */
const MAX_LENGTH = 80;
const MAX_CHARACTER_LENGTH = 32;
const MAX_DIGITS = 2;
const DIGIT = /[\p{Nd}\p{No}]/gu;

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const LINE_BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
const EMOJI = '\\p{RGI_Emoji}|(?<=\\p{Extended_Pictographic}\\ufe0f?)\\u200d(?=\\p{Extended_Pictographic})';
/** Variants of one character, also in Chinese and Japanese names. */
const VARIANT = '(?<=[\\p{Emoji}\\p{Ideographic}\\p{sc=Mong}\\p{sc=Mymr}\\p{sc=Phag}])\\p{Variation_Selector}';
const JOINED =
  '[[\\p{L}\\p{M}]&&[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Nkoo}\\p{scx=Mong}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Mymr}\\p{scx=Khmr}]]';
const JOINER = `(?<=${JOINED})[\\u200c\\u200d\\u180e](?=${JOINED})`;
/** Group 1 is an invisible character to keep. */
const INVISIBLE = new RegExp(
  `(${EMOJI}|${VARIANT}|${JOINER})|[\\p{Cf}\\p{Default_Ignorable_Code_Point}\\p{Variation_Selector}]`,
  'gv',
);

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const charactersOf = (text: string) => Array.from(graphemes.segment(text), ({ segment }) => segment);

/**
 * People choose their names, so a name must not hold a message: it gets 40 characters, two digits, one line and no
 * link.
 * @returns '' for an email, which stands for the name of people without one
 */
export const sanitizeName = rememberResults(10_000, (name) => {
  const visible = removeInvisible(name);
  if (EMAIL.test(visible)) return '';
  let safe = shorten(limitDigits(visible));
  // Shortening can make a link ('evil.comfort'), and breaking a link makes the name longer.
  for (;;) {
    const next = shorten(breakLinks(safe));
    if (next === safe) return safe;
    safe = next;
  }
});

/** Invisible characters could hide a link. Emoji and some scripts need theirs. */
function removeInvisible(text: string): string {
  return text.replace(LINE_BREAKS, ' ').replace(INVISIBLE, '$1');
}

function limitDigits(text: string): string {
  let digits = 0;
  const isKept = (character: string) => {
    const more = character.normalize('NFKC').match(DIGIT)?.length ?? 0;
    if (more > 0 && digits + more > MAX_DIGITS) return false;
    digits += more;
    return true;
  };
  return charactersOf(text).filter(isKept).join('');
}

function shorten(name: string): string {
  let short = '';
  for (const whole of charactersOf(name).slice(0, MAX_CHARACTERS)) {
    const character = whole.length > MAX_CHARACTER_LENGTH ? String.fromCodePoint(whole.codePointAt(0)!) : whole;
    if (short.length + character.length > MAX_LENGTH) break;
    short += character;
  }
  return short.trim();
}
