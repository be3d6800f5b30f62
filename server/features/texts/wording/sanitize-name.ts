import { breakLinks } from './break-links.ts';

const MOST_CHARACTERS = 40;
/** In UTF-16 units: a character can be an emoji of many, or a letter under a tower of accents. */
const LONGEST = 80;
const LONGEST_CHARACTER = 32;
/** Too few for a phone number. */
const MOST_DIGITS = 2;
const DIGIT = /[\p{Nd}\p{No}]/gu;

const EMAIL = /^([^\s@]+)@[^\s@]+\.[^\s@]+$/;
const LINE_BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
const EMOJI = '\\p{RGI_Emoji}|(?<=\\p{Extended_Pictographic}\\ufe0f?)\\u200d(?=\\p{Extended_Pictographic})';
/** Forms of one character: of Chinese and Japanese names, too. */
const VARIANT = '(?<=[\\p{Emoji}\\p{Ideographic}\\p{sc=Mong}\\p{sc=Mymr}\\p{sc=Phag}])\\p{Variation_Selector}';
/** Scripts whose words need joiners inside. */
const JOINED =
  '[[\\p{L}\\p{M}]&&[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Nkoo}\\p{scx=Mong}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Mymr}\\p{scx=Khmr}]]';
const JOINER = `(?<=${JOINED})[\\u200c\\u200d\\u180e](?=${JOINED})`;
const SEEN_OR_NOT = new RegExp(
  `(${EMOJI}|${VARIANT}|${JOINER})|[\\p{Cf}\\p{Default_Ignorable_Code_Point}\\p{Variation_Selector}]`,
  'gv',
);

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const charactersOf = (text: string) => Array.from(graphemes.segment(text), ({ segment }) => segment);

/**
 * A name as it stands in a text to a friend's phone. People choose their names freely, so a name must be no message of its
 * own: at most 40 characters, two digits, no link, one line. Ordinary names stay letter for letter.
 *
 * Who gave no name goes by their email. Of that, only what stands before the @ is shown: phones link a whole address, a
 * broken one looks wrong, and one without its digits would be somebody else's.
 */
export function sanitizeName(name: string): string {
  const seen = onlySeen(name);
  let shown = cut(fewDigits(EMAIL.exec(seen)?.[1] ?? seen));
  // To cut a name can make a link ('evil.comfort'), and to break one makes it longer.
  for (;;) {
    const broken = cut(breakLinks(shown));
    if (broken === shown) return shown;
    shown = broken;
  }
}

/** The same for words that hold names in unknown places: all but the length. */
export function sanitizeNames(words: string): string {
  return breakLinks(fewDigits(onlySeen(words)));
}

/** On one line, without what is not seen (it hides a link from us), but with what emoji and some scripts need. */
function onlySeen(text: string): string {
  return text.replace(LINE_BREAKS, ' ').replace(SEEN_OR_NOT, '$1');
}

function fewDigits(text: string): string {
  let digits = 0;
  const isFew = (character: string) => {
    const more = character.normalize('NFKC').match(DIGIT)?.length ?? 0;
    if (more > 0 && digits + more > MOST_DIGITS) return false;
    digits += more;
    return true;
  };
  return charactersOf(text).filter(isFew).join('');
}

function cut(name: string): string {
  let shown = '';
  for (const whole of charactersOf(name).slice(0, MOST_CHARACTERS)) {
    const character = whole.length > LONGEST_CHARACTER ? String.fromCodePoint(whole.codePointAt(0)!) : whole;
    if (shown.length + character.length > LONGEST) break;
    shown += character;
  }
  return shown.trim();
}
