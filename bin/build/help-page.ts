import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCountries } from 'libphonenumber-js';
import type { Plugin } from 'vite';
import type { Language } from '#contract/account/languages.ts';
import helplines from '#contract/help/helplines.json' with { type: 'json' };
import { type Helpline, helplinesSchema } from '#contract/help/helplines.ts';
import type { Words } from '#languages';
import { type CountryHelp, renderHelpPage } from '#server/features/help/index.ts';
import { wordsOf } from '#server/languages.ts';
import { emergencyNumbers } from './emergency-numbers.ts';

const LINES = helplinesSchema.parse(helplines);
const WEB = join(import.meta.dirname, '../../web');

const DAY_MS = 24 * 60 * 60 * 1000;
const WARN_AFTER_DAYS = 180;
const FAIL_AFTER_DAYS = 365;

/** Vite plugin: writes /help, one page that needs neither scripts nor a session. */
export function helpPage(language: string): Plugin {
  const t = wordsOf(language as Language);
  const render = () => renderHelpPage(t, countriesIn(t));
  return {
    name: 'help-page',
    generateBundle() {
      for (const warning of checkAges(LINES, new Date())) this.warn(warning);
      this.emitFile({ type: 'asset', fileName: 'pages/help.html', source: render() });
      this.emitFile({ type: 'asset', fileName: 'help.css', source: readStyles() });
    },
    configureServer({ middlewares }) {
      middlewares.use('/help.css', (_request, response) => {
        response.setHeader('content-type', 'text/css');
        response.end(readStyles());
      });
      middlewares.use('/help', (request, response, next) => {
        if (request.url !== '/') return next();
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.end(render());
      });
    },
  };
}

/** The page's own styles, after the app's face of headings and colours. */
function readStyles(): string {
  const [look, own] = ['ui/look.css', 'help/help.css'].map((file) => readFileSync(join(WEB, file), 'utf8'));
  return look!.replace('@theme static', ':root') + own;
}

/** @returns warnings about helplines that a person compared with the provider's page half a year ago @throws after a year */
export function checkAges(helplines: readonly Helpline[], now: Date): string[] {
  return helplines.flatMap(({ country, name, lastChecked, source }) => {
    if (lastChecked === undefined) return [];
    const days = Math.floor((now.getTime() - Date.parse(lastChecked)) / DAY_MS);
    const sentence = `${country} ${name} was last checked ${days} days ago (contract/help/helplines.json): compare it with ${source}`;
    if (days < 0) throw new Error(`${country} ${name}: lastChecked is in the future.`);
    if (days >= FAIL_AFTER_DAYS) throw new Error(`${sentence}.`);
    return days >= WARN_AFTER_DAYS ? [`${sentence} before it is ${FAIL_AFTER_DAYS}.`] : [];
  });
}

/** Every country that the server knows, by name: with its emergency numbers where they are known, and its helplines. */
function countriesIn({ $language }: Words): CountryHelp[] {
  const names = new Intl.DisplayNames($language, { type: 'region' });
  const numbers = emergencyNumbers();
  const own = Map.groupBy(LINES, ({ country }) => country);
  const countries = getCountries().map((country) => ({
    country,
    name: names.of(country) ?? country,
    emergency: numbers.get(country) ?? [],
    helplines: own.get(country) ?? [],
  }));
  return countries.sort((one, other) => one.name.localeCompare(other.name, $language));
}
