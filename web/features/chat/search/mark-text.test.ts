import { expect, test } from 'vitest';
import { beginNearMatch, markText } from './marked-text.tsx';

const matches = (text: string, sought: string) =>
  markText(text, sought)
    .filter(({ isMatch }) => isMatch)
    .map((part) => part.text);

test('matches are found in any case, also side by side, and the parts joined are the text', () => {
  const text = 'Light, delight and LIGHTlight';
  expect(matches(text, 'light')).toEqual(['Light', 'light', 'LIGHT', 'light']);
  const parts = markText(text, 'light');
  expect(parts.map((part) => part.text).join('')).toBe(text);
  for (const { at, text: part } of parts) expect(text.slice(at, at + part.length)).toBe(part);
  expect(markText(text, 'dark')).toEqual([{ text, at: 0, isMatch: false }]);
});

test('signs of patterns stand for themselves', () => {
  for (const sign of '\\^$.*+?()[]{}|/-') expect(matches(`a${sign}b axb`, `a${sign}b`)).toEqual([`a${sign}b`]);
});

test('letters beyond English match in either case', () => {
  expect(matches('ÜBER über Żółć', 'über')).toEqual(['ÜBER', 'über']);
  expect(matches('ÜBER über Żółć', 'żółĆ')).toEqual(['Żółć']);
});

test('accents make no difference, however they are written, and are marked with their letter', () => {
  expect(matches('Café, cafe\u0301! CAFE', 'cafe')).toEqual(['Café', 'cafe\u0301', 'CAFE']);
  expect(matches('Żółty', 'zolty')).toEqual(['Żółty']);
  expect(matches('Uber', 'über')).toEqual(['Uber']);
  expect(matches('한국어 한국', '한국')).toEqual(['한국', '한국']);
  expect(markText('é', '\u0301')).toEqual([{ text: 'é', at: 0, isMatch: false }]);
});

test('a long message begins a little before its match, a short one is whole', () => {
  expect(beginNearMatch('see you at noon', 'noon')).toBe('see you at noon');
  const long = `${'x'.repeat(200)} here it is`;
  expect(beginNearMatch(long, 'here')).toBe(`…${'x'.repeat(39)} here it is`);
  expect(beginNearMatch(`${'😀'.repeat(60)}!here`, 'here')).toBe(`…${'😀'.repeat(19)}!here`);
});
