import { expect, test } from 'vitest';
import { LANGUAGES, type Language } from '#contract/account/languages.ts';
import { languageOf, wordsOf } from './languages.ts';

test.each(Object.keys(LANGUAGES) as Language[])('%s: by the cookie, or else as the browser prefers', (language) => {
  expect(languageOf({ cookie: `a=b; moodring.language=${language}`, 'accept-language': 'xx' })).toBe(language);
  expect(languageOf({ cookie: 'moodring.language=xx', 'accept-language': `xx, ${language}-CH;q=0.5` })).toBe(language);
  expect(wordsOf(language).$language).toBe(language);
});

test.each([undefined, '', 'xx', 'en;q=0', '*', ',;,='])('a browser that prefers %j gets English', (accepted) => {
  expect(languageOf({ 'accept-language': accepted })).toBe('en');
});
