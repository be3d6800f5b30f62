import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as offered from '#contract/account/languages.ts';
import { LANGUAGES, readMessages } from './languages.ts';

const textOf = (file: string) => readFileSync(new URL(`../../../languages/${file}.json`, import.meta.url), 'utf8');
const english = readMessages('en');

test.each([...LANGUAGES, 'notes'])('the file %s is sorted by names, which are camelCase', (file) => {
  const text = textOf(file);
  const messages: Record<string, string> = JSON.parse(text);
  const sorted = Object.fromEntries(Object.entries(messages).sort(([one], [other]) => (one < other ? -1 : 1)));
  expect(text).toBe(`${JSON.stringify(sorted, null, 2)}\n`);
  for (const name of Object.keys(messages)) {
    expect(name).toMatch(/^[a-z][a-zA-Z0-9]*$/);
    expect([...english.keys()]).toContain(name);
    // They stand in pages, and in attributes of pages.
    if (file !== 'notes') expect(messages[name]!.replace(/<\/?\w+>/g, '')).not.toMatch(/["&<>\\$]/);
  }
});

test('people are offered the languages that have a file', () => {
  expect(Object.keys(offered.LANGUAGES).sort()).toEqual([...LANGUAGES].sort());
});

test.each(LANGUAGES)('%s has every message, with the values of the English one', (language) => {
  const typesOf = (messages: typeof english) =>
    Object.fromEntries(
      [...messages].map(([name, { type }]) => [
        name,
        type
          .match(/[{;] \w+: [^;}]+/g)
          ?.map((value) => value.slice(2).trim())
          .sort() ?? type,
      ]),
    );
  expect(typesOf(readMessages(language))).toEqual(typesOf(english));
});
