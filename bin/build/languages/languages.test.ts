import { readFileSync } from 'node:fs';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { expect, test } from 'vitest';
import * as offered from '#contract/account/languages.ts';
import { type CompiledMessage, compileMessage } from './compile-message.ts';
import { compareWithEnglish, LANGUAGES, readMessages } from './languages.ts';

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

test('no number stands right after a name: in a sentence from left to right it would be shown before an Arabic one', () => {
  const messages = LANGUAGES.filter((name) => name !== 'ar').map(textOf);
  expect(
    messages.flatMap((text) => text.match(/\{names?\}[^\p{L}{}]*(#|\{(place|time)\}|\{\w+, number\}).*/gu) ?? []),
  ).toEqual([]);
});

test('people are offered the languages that have a file', () => {
  expect(Object.keys(offered.LANGUAGES).sort()).toEqual([...LANGUAGES].sort());
});

test.each(LANGUAGES)('%s has every message, with the values of the English one', (language) => {
  compareWithEnglish(language, readMessages(language), english);
});

test.each<[string, (messages: Map<string, CompiledMessage>) => unknown]>([
  ['searchByName: missing; in English: string', (messages) => messages.delete('searchByName')],
  ['shout: string; in English: missing', (messages) => messages.set('shout', compileMessage('Hey!'))],
  [
    'hello: nombre: string | number; in English: name: string | number',
    (messages) => messages.set('hello', compileMessage('Hola, {nombre}')),
  ],
])('the build fails with languages/es.json, %s', (reason, change) => {
  const changed = new Map(readMessages('es'));
  change(changed);
  expect(() => compareWithEnglish('es', changed, english)).toThrow(`languages/es.json, ${reason}`);
});

/** Without a form of their own: Arabic says zero with =0, and these languages have `many` for millions. */
const RARE: Record<string, string> = { ar: 'zero', es: 'many', fr: 'many', it: 'many', pt: 'many' };
const FORMLESS: Record<string, string> = {
  photoFrom: 'it counts places of photos, without a noun',
  photoFromYou: 'it counts places of photos, without a noun',
};
const FORMLESS_IN_ARABIC: Record<string, string> = {
  areComingToo: 'it names people, and quotes them: I or we',
  willReachOut: 'it names people, and quotes them: I or we',
  more: 'the word for others stands without a noun',
};

test.each(LANGUAGES)('each plural of %s has all forms of the language, or one for all numbers', (language) => {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  if (forms.length <= 2) return;
  const messages: Record<string, string> = JSON.parse(textOf(language));
  for (const [name, message] of Object.entries(messages)) {
    if (FORMLESS[name] ?? (language === 'ar' && FORMLESS_IN_ARABIC[name])) continue;
    for (const options of pluralsOf(parse(message))) {
      const given = options.map((option) => (option === '=1' ? 'one' : option)).filter((option) => option !== '=0');
      const needed = given.length === 1 ? ['other'] : forms.filter((form) => form !== RARE[language]);
      expect(given, name).toEqual(expect.arrayContaining(needed));
    }
  }
});

/** The names of the options of each plural, also of one inside of another choice or a tag. */
function pluralsOf(elements: MessageFormatElement[]): string[][] {
  return elements.flatMap((element) => {
    const options = 'options' in element ? element.options : {};
    const inner = Object.values(options).flatMap(({ value }) => pluralsOf(value));
    const children = element.type === TYPE.tag ? pluralsOf(element.children) : [];
    return [...(element.type === TYPE.plural ? [Object.keys(options)] : []), ...inner, ...children];
  });
}
