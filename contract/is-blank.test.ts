import { expect, test } from 'vitest';
import { isBlank } from './is-blank.ts';

test.each([
  ['nothing', ''],
  ['spaces of all kinds', ' \t\r\n\u00a0\u2003\u3000\u2028'],
  ['a space without width', '\u200b'],
  ['what joins characters, with none to join', '\u200d\ufe0f\u034f'],
  ['what turns text around', '\u202e\u2066\u2069'],
  ['letters that are not shown', '\u115f\u1160\u3164\uffa0'],
  ['a Braille pattern without dots', '\u2800'],
  ['tags and selectors', '\u{e0041}\u{e0100}'],
  ['a mark of the byte order', '\ufeff'],
  ['control characters', '\0\x07\x7f'],
])('%s is blank', (_, text) => {
  expect(isBlank(text)).toBe(true);
});

test.each(['.', '👋', '👨‍👩‍👧', '\u200bx\u200b', 'مرحبا', '❤️', '\u0301', '0', '⠓', '\ufffd'])('%j is not', (text) => {
  expect(isBlank(text)).toBe(false);
});
