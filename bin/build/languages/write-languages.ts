/** Writes the languages as modules for the server, the tests and `vite dev`: `dist/languages`. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareWithEnglish, LANGUAGES, readMessages, rulesOf } from './languages.ts';

const FOLDER = join(import.meta.dirname, '../../../dist/languages');

// `bin/prepare.mjs` builds the app for each language that it finds here.
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const english = readMessages('en');
for (const language of LANGUAGES) {
  const own = readMessages(language);
  compareWithEnglish(language, own, english);
  const messages = [...own];
  const lines = messages.map(([name, { code }]) => `export const ${name} = ${code};\n`);
  const types = messages.map(([name, { type }]) => `export declare const ${name}: ${type};\n`);
  writeFileSync(join(FOLDER, `${language}.js`), rulesOf(language) + lines.join(''));
  writeFileSync(join(FOLDER, `${language}.d.ts`), types.join(''));
}
const all = LANGUAGES.map((language) => `export * as ${language} from './${language}.js';\n`).join('');
writeFileSync(join(FOLDER, 'index.js'), all);
writeFileSync(join(FOLDER, 'index.d.ts'), `${all}export type Words = typeof import('./en.js');\n`);
