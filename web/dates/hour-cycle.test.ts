import { expect, test } from 'vitest';
import { has12Hours } from './hour-cycle.ts';

test.each(['en-US', 'en-AU', 'en-IN', 'hi-IN', 'ar-EG', 'es-MX', 'ko-KR'])('in %s the clock counts to 12', (locale) => {
  expect(has12Hours(locale)).toBe(true);
});

test.each(['en-GB', 'de-AT', 'fr-FR', 'ja-JP', 'pt-BR', 'he-IL', 'sv-SE'])('in %s the clock counts to 24', (locale) => {
  expect(has12Hours(locale)).toBe(false);
});

test('a locale can ask for the other clock', () => {
  expect(has12Hours('en-US-u-hc-h23')).toBe(false);
  expect(has12Hours('en-GB-u-hc-h12')).toBe(true);
});
