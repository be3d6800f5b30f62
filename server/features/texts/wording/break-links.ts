import tlds from 'tlds' with { type: 'json' };

const TOP_LEVEL = new Set(tlds);
/** The whole word: 'Peña' is not '.pe'. */
const LATIN = /^[a-z\u00c0-\u024f\u1e00-\u1eff]+(?![a-z0-9\u00c0-\u024f\u1e00-\u1eff])/;
const NOT_LATIN = tlds.map((tld) => tld.normalize('NFKC')).filter((tld) => !LATIN.test(tld));
/** Scripts without spaces between words: a domain may end anywhere there. */
const SPACELESS = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}]/u;

/** What phones open without '//' behind it. Any other word with a colon stays: some names have one ('Tsi:non'). */
const SCHEME =
  /(?<![a-z])(?:https?|ftp|tel|telprompt|callto|sms|smsto|mms|mmsto|mailto|facetime|facetime-audio|imessage|sips?|xmpp|geo|maps?|market|intent|itms|itms-apps|javascript|data|file|content|magnet|bitcoin|ethereum|lightning|upi|whatsapp|tg|viber|skype|sgnl):(?=\S)/g;
/** Of an email address. */
const AT = /@(?=\S*\.\S)/g;
const SLASHES = /[:/](?=\/)/g;
const DOTS = /[\u2024\u3002\uff0e\uff61]/g;
const UNREAD = /\p{Default_Ignorable_Code_Point}/gu;
const WWW = /(?<![\p{L}\p{N}])www$/u;
const DOT = /(?<=\S)\.(?=\S)/g;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Takes apart with spaces what a phone makes a link of: an address with a scheme, with 'www.' or with a real top-level
 * domain, and an email address. 'St.John' and 'J.R.R.' stay as they are: there is no domain 'john'. Letters and dots count
 * as what browsers read them as: full-width, circled and ideographic ones are plain ones.
 */
export function breakLinks(text: string): string {
  const segments = Array.from(graphemes.segment(text), ({ segment }) => segment);
  const readings = ['NFC', 'NFKC'].map((form) => segments.map((segment) => segment.normalize(form)));
  const broken = new Set(readings.flatMap(linkPlaces));
  const isBroken = (n: number) => broken.has(n - 1) && !/^\s/.test(segments[n]!);
  return segments.map((segment, n) => (isBroken(n) ? ` ${segment}` : segment)).join('');
}

/** The places of those segments behind which a space breaks a link. */
function linkPlaces(segments: readonly string[]): number[] {
  const letters = segments.map((segment) => segment.toLowerCase().replace(UNREAD, '').replace(DOTS, '.'));
  const plain = letters.join('');
  const placeOf = letters.flatMap((each, n) => Array<number>(each.length).fill(n));
  const found = [
    ...Array.from(plain.matchAll(SCHEME), ({ 0: scheme, index }) => index + scheme.length - 1),
    ...Array.from(plain.matchAll(AT), ({ index }) => index),
    ...Array.from(plain.matchAll(SLASHES), ({ index }) => index),
    ...Array.from(plain.matchAll(DOT), ({ index }) => index).filter((dot) => isInDomain(plain, dot)),
  ];
  return found.map((index) => placeOf[index]!);
}

function isInDomain(plain: string, dot: number): boolean {
  return WWW.test(plain.slice(0, dot)) || startsWithTopLevel(plain.slice(dot + 1));
}

function startsWithTopLevel(behind: string): boolean {
  const [latin = ''] = LATIN.exec(behind) ?? [];
  if (TOP_LEVEL.has(latin) || behind.startsWith('xn--')) return true;
  return NOT_LATIN.some(
    (tld) => behind.startsWith(tld) && (SPACELESS.test(tld) || !/^[\p{L}\p{M}\p{Nd}]/u.test(behind.slice(tld.length))),
  );
}
