import { getCountries } from 'libphonenumber-js';
import { expect, test } from 'vitest';
import { whereTextsGo } from './where-texts-go.ts';

test.each([
  [['US'], 'in the US'],
  [['GB'], 'in the UK'],
  [['DE'], 'in Germany'],
  [['US', 'CA'], 'in the US and Canada'],
  [['US', 'CA', 'DE'], 'in the US, Canada and Germany'],
  [
    ['NL', 'PH', 'AE', 'FR', 'KR'],
    'in the Netherlands, the Philippines, the United Arab Emirates, France and South Korea',
  ],
  [['US', 'CA', 'DE', 'FR', 'IT', 'ES'], 'in the US, Canada, Germany and 3 more countries'],
  ['all' as const, 'anywhere'],
])('texts to %j go to phones %s', (countries, words) => {
  expect(whereTextsGo(countries)).toBe(`Goes to phones ${words}, just as you write it.`);
});

test('every country has a name, with an article where it needs one', () => {
  const words = getCountries().map((code) =>
    whereTextsGo([code]).replace(/^Goes to phones |, just as you write it\.$/g, ''),
  );
  expect(words.filter((each) => /^in (the )?[A-Z]{2}$/.test(each)).toSorted()).toEqual(['in the UK', 'in the US']);
  const plural = /Islands|Republic|United|Territory|Netherlands|Maldives|Philippines|Bahamas|Gambia|Comoros|Isle of/;
  expect(words.filter((each) => /^in the /.test(each) !== plural.test(each)).toSorted()).toEqual([
    'in the UK',
    'in the US',
  ]);
});
