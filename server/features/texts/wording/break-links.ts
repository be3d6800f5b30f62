import tlds from 'tlds' with { type: 'json' };

const TOP_LEVEL_DOMAINS = new Set(tlds);
const LATIN_WORD =
  /^[a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff]+(?![a-z0-9\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff])/;
const NON_LATIN_DOMAINS = tlds.map((tld) => tld.normalize('NFKC')).filter((tld) => !LATIN_WORD.test(tld));
/** Scripts without spaces between words, where a domain may end anywhere. */
const SPACELESS = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}]/u;

/** Phones open these without '//'. Real words end in short schemes ('Hotel:'); some names have a colon. */
const SCHEME =
  /(?:https?|ftp|mailto|(?<![a-z])(?:tel|telprompt|callto|sms|smsto|mms|mmsto|facetime|facetime-audio|imessage|sips?|xmpp|geo|maps?|market|intent|itms|itms-apps|javascript|data|file|content|magnet|bitcoin|ethereum|lightning|upi|whatsapp|tg|viber|skype|sgnl)):(?=\S)/g;
const EMAIL_AT = /@(?=\S*\.\S)/g;
const SLASHES = /[:/](?=\/)/g;
const DOTS = /[\u2024\u3002\uff0e\uff61]/g;
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;
const WWW = /(?<![\p{L}\p{N}])www$/u;
const DOT = /(?<=\S)\.(?=\S)/g;
/** A title before a country's domain, as in 'Dr.No': nobody can buy that address. 'Dr.live' is none: anybody may own it. */
export const TITLE = /(?<![^\s])(?:dr|mr|ms|mx|sr|jr|st|fr|lt|md)\.(?=[a-z]{2}(?:[\s.,]|$))/giu;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Inserts spaces into everything that a phone would show as a link. 'St.John', 'J.R.R.' and 'Dr.No' stay. Full-width,
 * circled and ideographic letters and dots count as plain ones, as in browsers.
 */
export function breakLinks(text: string): string {
  const segments = Array.from(graphemes.segment(text), ({ segment }) => segment);
  const readings = ['NFC', 'NFKC'].map((form) => segments.map((segment) => segment.normalize(form)));
  const breaks = new Set(readings.flatMap(linkPlaces));
  const isBreak = (n: number) => breaks.has(n - 1) && !/^\s/.test(segments[n]!);
  return segments.map((segment, n) => (isBreak(n) ? ` ${segment}` : segment)).join('');
}

function linkPlaces(segments: readonly string[]): number[] {
  const letters = segments.map((segment) => segment.toLowerCase().replace(IGNORABLE, '').replace(DOTS, '.'));
  const plain = letters.join('');
  const placeOf = letters.flatMap((each, n) => Array<number>(each.length).fill(n));
  const titleDots = new Set(Array.from(plain.matchAll(TITLE), ({ 0: title, index }) => index + title.length - 1));
  const found = [
    ...Array.from(plain.matchAll(SCHEME), ({ 0: scheme, index }) => index + scheme.length - 1),
    ...Array.from(plain.matchAll(EMAIL_AT), ({ index }) => index),
    ...Array.from(plain.matchAll(SLASHES), ({ index }) => index),
    ...Array.from(plain.matchAll(DOT), ({ index }) => index).filter(
      (dot) => isInDomain(plain, dot) && !titleDots.has(dot),
    ),
  ];
  return found.map((index) => placeOf[index]!);
}

function isInDomain(plain: string, dot: number): boolean {
  return WWW.test(plain.slice(0, dot)) || startsWithTopLevel(plain.slice(dot + 1));
}

function startsWithTopLevel(rest: string): boolean {
  const [latin = ''] = LATIN_WORD.exec(rest) ?? [];
  if (TOP_LEVEL_DOMAINS.has(latin) || rest.startsWith('xn--')) return true;
  return NON_LATIN_DOMAINS.some(
    (tld) => rest.startsWith(tld) && (SPACELESS.test(tld) || !/^[\p{L}\p{M}\p{Nd}]/u.test(rest.slice(tld.length))),
  );
}
