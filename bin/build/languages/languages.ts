import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type CompiledMessage, compileMessage } from './compile-message.ts';

const FOLDER = join(import.meta.dirname, '../../../languages');

/** The languages that have a file. Beside them is one with notes for translators. */
export const LANGUAGES = globSync('*.json', { cwd: FOLDER })
  .map((file) => basename(file, '.json'))
  .filter((name) => name !== 'notes');

export type Messages = ReadonlyMap<string, CompiledMessage>;

/** @returns the messages of a language by name, compiled, and `$language` itself @throws {SyntaxError} with the name of a wrong one */
export function readMessages(language: string): Messages {
  const messages: Record<string, string> = JSON.parse(readFileSync(join(FOLDER, `${language}.json`), 'utf8'));
  return new Map([
    ['$language', { code: JSON.stringify(language), type: `'${LANGUAGES.join("' | '")}'` }],
    ['$direction', { code: JSON.stringify(directionOf(language)), type: "'ltr' | 'rtl'" }],
    ...Object.entries(messages).map(([name, message]) => [name, compileNamed(language, name, message)] as const),
  ]);
}

/** @throws {SyntaxError} with the name of a message that is missing, that English does not have, or that has other values there */
export function compareWithEnglish(language: string, messages: Messages, english: Messages): void {
  for (const name of new Set([...english.keys(), ...messages.keys()])) {
    const [own, needed] = [messages, english].map((each) => valuesOf(each.get(name)));
    if (own !== needed)
      throw new SyntaxError(
        `languages/${language}.json, ${name}: ${own ?? 'missing'}; in English: ${needed ?? 'missing'}`,
      );
  }
}

function valuesOf(message: CompiledMessage | undefined): string | undefined {
  const values = message?.type.match(/[{;] \w+: [^;}]+/g);
  return (
    values
      ?.map((value) => value.slice(2).trim())
      .sort()
      .join('; ') ?? message?.type
  );
}

function directionOf(language: string): string {
  // TypeScript does not know this method yet.
  const locale = new Intl.Locale(language) as Intl.Locale & { getTextInfo(): { direction: string } };
  return locale.getTextInfo().direction;
}

function compileNamed(language: string, name: string, message: string): CompiledMessage {
  try {
    return compileMessage(message, directionOf(language) === 'rtl');
  } catch (error) {
    throw new SyntaxError(`languages/${language}.json, ${name}: ${(error as Error).message}`);
  }
}

/** JavaScript that defines `$select` and `$number`, which messages call. Slow phones take long to make the formatters. */
export function rulesOf(language: string): string {
  return `let rules, numbers;
const $select = (count) => (rules ??= new Intl.PluralRules('${language}')).select(count);
const $number = (count) => (numbers ??= new Intl.NumberFormat('${language}-u-nu-latn')).format(count);
`;
}
