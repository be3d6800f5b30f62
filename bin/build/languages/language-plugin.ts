import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { type Messages, readMessages, rulesOf } from './languages.ts';

const MODULE = '#language';
const IMPORT = /^import \* as t from '#language';$/m;
const USED = /(?<![\w.$])t\.([\w$]+)/g;

/** Vite plugin: puts the words of one language into pages and code, so that each screen loads its own and no others. */
export function language(name: string): Plugin {
  const messages = readMessages(name);
  let isBuild = false;
  return {
    name: 'language',
    enforce: 'pre',
    configResolved({ command }) {
      isBuild = command === 'build';
    },
    resolveId: (id) => (id.startsWith(`${MODULE}/`) ? id : undefined),
    load(id) {
      if (!id.startsWith(`${MODULE}/`)) return;
      const message = id.slice(MODULE.length + 1);
      if (message === 'rules') return `${rulesOf(name)}export { $number, $select };`;
      return `import { $number, $select } from '${MODULE}/rules';\nexport default ${messages.get(message)!.code};`;
    },
    transform(code) {
      if (!isBuild || !IMPORT.test(code)) return;
      const functions = new Set<string>();
      const withWords = putWords(code, messages, (message) => {
        functions.add(message);
        return `t_${message}`;
      });
      const imports = [...functions].map((message) => `import t_${message} from '${MODULE}/${message}';`);
      return withWords.replace(IMPORT, imports.join(' '));
    },
    transformIndexHtml: { order: 'pre', handler: (html) => putInPage(html, messages) },
    writeBundle({ dir }) {
      const manifest = join(dir!, 'manifest.webmanifest');
      writeFileSync(manifest, putInPage(readFileSync(manifest, 'utf8'), messages));
    },
  };
}

/** Puts words without values in place of `t.name`, in a script that imports nothing. @throws for one with values */
export function putInScript(code: string, language: string): string {
  const withWords = putWords(code, readMessages(language), (message) => {
    throw new Error(`'${message}' has values, and this script imports nothing`);
  });
  return withWords.replace(IMPORT, '');
}

/** Puts words in place of `%t.name%`, and the language in place of English. */
function putInPage(page: string, messages: Messages): string {
  const wordsOf = (name: string): string => JSON.parse(messages.get(name)!.code);
  return page
    .replace('lang="en"', `lang="${wordsOf('$language')}" dir="${wordsOf('$direction')}"`)
    .replace(/%t\.([\w$]+)%/g, (_, name: string) => wordsOf(name));
}

/** @param callOf the code for a message with values */
function putWords(code: string, messages: Messages, callOf: (message: string) => string): string {
  return code.replace(USED, (_, name: string) => {
    const message = messages.get(name);
    if (!message) throw new Error(`There is no message '${name}' in the language ${messages.get('$language')!.code}`);
    return message.code.startsWith('"') ? message.code : callOf(name);
  });
}
