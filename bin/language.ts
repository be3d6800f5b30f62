/** `npm run language -- add xx`: begins a language. */
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';

const [command, language = ''] = process.argv.slice(2);

if (command !== 'add' || !/^[a-z]{2,3}$/.test(language) || Intl.DisplayNames.supportedLocalesOf(language).length === 0)
  stop(
    'npm run language -- add xx, where xx is a language’s code, as de or sv. A region, as in pt-PT, is not supported.',
  );
const folder = join(import.meta.dirname, '../languages');
const file = join(folder, `${language}.json`);
if (existsSync(file)) stop(`languages/${language}.json is there already.`);
copyFileSync(join(folder, 'en.json'), file);
const own = new Intl.DisplayNames(language, { type: 'language' }).of(language);
console.log(`languages/${language}.json now has the English messages. Next:

1. Translate each message; languages/notes.json explains those that are not clear alone.
   Keep {values} and <tags>. stopWords, startWords, helpWords and politeWords are what people text, in lower case.
   Tests hold the length of texts. Plurals need the forms of this language: ${new Intl.PluralRules(language).resolvedOptions().pluralCategories.join(', ')}.
2. Add the line  ${language}: '${own}',  to contract/account/languages.ts. From then on people can choose it.
3. Add a row to docs/languages.md, which says how to try it and who has read it.
4. npm start shows it, npm test checks it.`);

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}
