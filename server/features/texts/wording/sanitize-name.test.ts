import fc from 'fast-check';
import { LinkifyIt } from 'linkify-it';
import { find } from 'linkifyjs';
import tlds from 'tlds' with { type: 'json' };
import { expect, test } from 'vitest';
import { REAL_NAMES } from '#tests/support/people/real-names.ts';
import { TITLE } from './break-links.ts';
import { sanitizeName } from './sanitize-name.ts';

test.each(REAL_NAMES)('%s stays unchanged', (name) => {
  expect(sanitizeName(name)).toBe(name);
  expect(sanitizeName(name.normalize('NFD'))).toBe(name.normalize('NFD'));
});

test.each([
  ['http://evil.example', 'http: / /evil.example'],
  ['evil://x', 'evil: / /x'],
  ['//evil.com', '/ /evil. com'],
  ['tel:+1911', 'tel: +19'],
  ['mailto:a', 'mailto: a'],
  ['ｔｅｌ：me', 'ｔｅｌ： me'],
  ['www.evil.zzz', 'www. evil.zzz'],
  ['evil.com', 'evil. com'],
  ['EVIL.COM/pay', 'EVIL. COM/pay'],
  ['pay.evil.co.uk', 'pay.evil. co. uk'],
  ['evil.com@x', 'evil. com@x'],
  ['@evil.com', '@ evil. com'],
  ['hi me@evil.zzz', 'hi me@ evil.zzz'],
  ['evil․com', 'evil․ com'],
  ['evil。com', 'evil。 com'],
  ['ｅｖｉｌ．ｃｏｍ', 'ｅｖｉｌ． ｃｏｍ'],
  ['ⓔⓥⓘⓛ.ⓒⓞⓜ', 'ⓔⓥⓘⓛ. ⓒⓞⓜ'],
  ['e\u2060vil\u200b.c\u00ado\u200dm', 'evil. com'],
  ['evil.co\ufe0fm', 'evil. com'],
  ['evil.com中文', 'evil. com中文'],
  ['зло.рф', 'зло. рф'],
  ['例子。中国', '例子。 中国'],
  ['xn--e.xn--p1ai', 'xn--e. xn--p1ai'],
  ['192.0.2.7', '19...'],
  // These can be names, but also domains.
  ['A.com', 'A. com'],
  ['will.i.am', 'will.i. am'],
  ['evil.Dr.No', 'evil.Dr. No'],
  ['Dr.No/pay', 'Dr. No/pay'],
  // Everybody can have the domain of a longer title, or a short one at a longer top level.
  ['Dr.live', 'Dr. live'],
  ['Dr.med. Anna', 'Dr. med. Anna'],
  ['Mr.Black, Ms.Kim', 'Mr. Black, Ms. Kim'],
  ['Dr.公司', 'Dr. 公司'],
  ['Capt.help', 'Capt. help'],
  ['Prof.Black', 'Prof. Black'],
  ['Dr.No.com', 'Dr.No. com'],
  ['hi me@Dr.No', 'hi me@ Dr. No'],
])('a link is broken with a space: %s: %s', (name, shown) => {
  expect(sanitizeName(name)).toBe(shown);
});

test.each(['Dr.No', 'Ian Fleming and Dr.No', 'St.Paul', 'Mr.Bean, Ms.Li'])('a title stays: %s', (name) => {
  expect(sanitizeName(name)).toBe(name);
});

test.each([
  ['URGENT: your bank locked your card, call +1 (900) 555-1234', 'URGENT: your bank locked your card, call'],
  ['Call +1 (900) 555-1234', 'Call +1 (9) -'],
  ['Call ９００ ٥٥٥ १२', 'Call ９０'],
  ['①②③ ¹²³ ⒈⒉ 1️⃣2️⃣ ½', '①②'],
  ['Ada\u2028URGENT\nPay\r\n\tnow', 'Ada URGENT Pay now'],
  ['\u202eada\u2066\u{e0041}\u3164\u115f', 'ada'],
  [`${'👩🏽‍💻'.repeat(39)}`, '👩🏽‍💻'.repeat(11)],
  [`${'a'.repeat(39)}👩🏽‍💻b`, `${'a'.repeat(39)}👩🏽‍💻`],
  [`A${'\u0301'.repeat(500)}da`, 'Ada'],
  [`${'a'.repeat(36)}.comfort`, `${'a'.repeat(36)}. co`],
])('a name cannot be a message of its own: %j: %j', (name, shown) => {
  expect(sanitizeName(name)).toBe(shown);
});

/** Two independent link finders, with all top-level domains and the schemes of phones. */
const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true, fuzzyIP: true, tlds });
for (const scheme of ['tel:', 'sms:', 'facetime:', 'geo:', 'sip:', 'market:'])
  linkify.add(scheme, { validate: (text, place) => /^[\p{L}\p{N}]*/u.exec(text.slice(place))![0].length });

/** linkifyjs ends a domain before an accent ('A.Pe|ña'); phones read whole words. */
const isWholeWord = (text: string, end: number) => !/^[\p{L}\p{M}\p{N}]/u.test(text.slice(end));

const linksIn = (text: string) => [
  ...(linkify.match(text) ?? []).map(({ raw }) => raw),
  ...find(text)
    .filter(({ end }) => isWholeWord(text, end))
    .map(({ value }) => value),
];

/** What is no title before a word. */
const isUntitled = (link: string) =>
  !/^\p{L}+$/u.test(link.normalize('NFKC').replace(/[。․]/g, '.').replace(TITLE, ''));

test('the link finders find links', () => {
  const text = 'http://a.example, b.com, c.рф, www.evil.de, tel:911, a@b.com, 192.0.2.7';
  expect(new Set(linksIn(text)).size).toBeGreaterThanOrEqual(7);
});

const PIECES = [
  ...['.', '.', '.', '.', '。', '．', '｡', '․', '﹒', '\u2060.', '.\u200b', '@', ':', '//', '://', '/', ' ', '-', '_'],
  ...['Dr.', ' st.', 'www.', 'HTTP://', 'mailto:', 'tel:', 'sms:', 'ｈｔｔｐ：／／', 'xn--', 'evil', 'a', '127', '0'],
  ...['é', 'ﬀ', 'ⓒⓞⓜ', '½', '⒈', '℀', '㏇', '1️⃣', '👩🏽‍💻', '\u200d', '\ufe0f', '\u0301', '\u2028', '?', '(', '，'],
];
const name = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...PIECES) },
      { weight: 3, arbitrary: fc.constantFrom(...tlds) },
      { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 3 }) },
    ),
    { minLength: 1, maxLength: 14 },
  )
  .map((pieces) => pieces.join(''));

test('no name contains a link, a phone number or a message of its own', () => {
  fc.assert(
    fc.property(name, (typed) => {
      const shown = sanitizeName(typed);
      expect(linksIn(`Your friend ${shown} sent you`).filter(isUntitled)).toEqual([]);
      expect(linksIn(`Your friend ${shown.normalize('NFKC')} sent you`).filter(isUntitled)).toEqual([]);
      expect(shown.normalize('NFKC').match(/[\p{Nd}\p{No}]/gu)?.length ?? 0).toBeLessThanOrEqual(2);
      expect([...new Intl.Segmenter().segment(shown)].length).toBeLessThanOrEqual(40);
      expect(shown.length).toBeLessThanOrEqual(80);
      expect(shown).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
      expect(sanitizeName(shown)).toBe(shown);
    }),
    { numRuns: 2000 },
  );
});
