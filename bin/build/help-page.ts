import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCountries } from 'libphonenumber-js';
import type { Plugin } from 'vite';
import helplines from '#contract/help/helplines.json' with { type: 'json' };
import { type Helpline, helplinesSchema } from '#contract/help/helplines.ts';
import { LEAVE_NOTE, NEUTRAL_PAGE } from '#contract/help/leave-quickly.ts';
import { PRODUCT } from '#contract/product.ts';
import { type CountryHelp, countrySection, NEAREST, OFFLINE_PLACE } from '#server/features/help/index.ts';
import { emergencyNumbers } from './emergency-numbers.ts';

const FILE = 'pages/help.html';
const WEB = join(import.meta.dirname, '../../web');

const DAY_MS = 24 * 60 * 60 * 1000;
const WARN_AFTER_DAYS = 180;
const FAIL_AFTER_DAYS = 365;

/** Vite plugin: writes /help, one page that needs neither scripts nor a session. */
export function helpPage(): Plugin {
  return {
    name: 'help-page',
    generateBundle() {
      const lines = helplinesSchema.parse(helplines);
      for (const warning of checkAges(lines, new Date())) this.warn(warning);
      this.emitFile({ type: 'asset', fileName: FILE, source: renderHelpPage(countriesOf(lines)) });
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
        response.end(renderHelpPage(countriesOf(helplinesSchema.parse(helplines))));
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
function countriesOf(lines: CountryHelp['helplines']): CountryHelp[] {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  const numbers = emergencyNumbers();
  const own = Map.groupBy(lines, ({ country }) => country);
  const countries = getCountries().map((country) => ({
    country,
    name: names.of(country) ?? country,
    emergency: numbers.get(country) ?? [],
    helplines: own.get(country) ?? [],
  }));
  return countries.sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** The whole page. Text in curly quotes needs no escaping. */
function renderHelpPage(countries: readonly CountryHelp[]): string {
  return `<!doctype html>
<html lang="en" data-face>
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <title>Help · ${PRODUCT}</title>
    <meta name="description" content="Emergency numbers and helplines, country by country." />
    <meta name="color-scheme" content="light dark" />
    <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f7f2e9" />
    <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1b1714" />
    <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
    <link rel="stylesheet" href="/help.css" />
    <script type="module" src="/help.js"></script>
  </head>
  <body>
    <header>
      <a class="home" href="/">${PRODUCT}</a>
      <a class="button leave" id="leave" href="${NEUTRAL_PAGE}" rel="noreferrer">Leave quickly</a>
    </header>
    <main>
      ${OFFLINE_PLACE}
      <h1>Talk to someone now</h1>
      <p class="lead">You don’t have to be alone with this. In danger right now? Call the emergency services of the country you are in.</p>
      <div class="countries" id="nearest">${NEAREST}</div>
      <details class="all">
        <summary>All countries</summary>
        <div class="countries">
${countries.map(countrySection).join('\n')}
        </div>
      </details>
      <p>More lines: <a href="https://findahelpline.com/" rel="noreferrer">findahelpline.com</a>.</p>
      <p class="note">Not every line here was checked by a person.</p>
      <p class="note" id="leave-note"><strong>Leave quickly</strong> ${LEAVE_NOTE}</p>
    </main>
  </body>
</html>
`;
}
