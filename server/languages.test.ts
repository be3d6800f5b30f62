import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { COMPILED, chooseLanguage, languageOf, wordsOf } from './languages.ts';

test.each(COMPILED)('%s: by the cookie, or else as the browser prefers', (language) => {
  expect(languageOf({ cookie: `a=b; moodring.language=${language}`, 'accept-language': 'xx' })).toBe(language);
  expect(languageOf({ cookie: 'moodring.language=xx', 'accept-language': `xx, ${language}-CH;q=0.5` })).toBe(language);
  expect(wordsOf(language).$language).toBe(language);
});

test.each([undefined, '', 'xx', 'en;q=0', '*', ',;,='])('a browser that prefers %j gets English', (accepted) => {
  expect(languageOf({ 'accept-language': accepted })).toBe('en');
});

test('of a long header only the beginning is read', () => {
  expect(languageOf({ 'accept-language': `de,${'xx,'.repeat(5_000)}` })).toBe('de');
  expect(languageOf({ 'accept-language': `${'xx,'.repeat(200)}de` })).toBe('en');
});

test.each([
  ['/login?language=de', '/login'],
  ['/a?one=1&language=de&other=2', '/a?one=1&other=2'],
  ['//evil.example/?language=de', '/evil.example/'],
  ['/\\evil.example?language=de', '/evil.example'],
  ['/login?language=tlh', null],
  ['/login', null],
])('the address %s keeps the language that it says, and goes on to %s', async (address, next) => {
  const app = new Hono().get('*', chooseLanguage, (c) => c.text('the page'));
  const { status, headers } = await app.request(`https://moodring.example${address}`);
  expect([status, headers.get('location')]).toEqual(next === null ? [200, null] : [302, next]);
  expect(headers.get('set-cookie')).toEqual(next && expect.stringContaining('moodring.language=de; Max-Age=31536000;'));
});
