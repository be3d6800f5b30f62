import { getCountries } from 'libphonenumber-js';
import type { Plugin } from 'vite';
import helplines from '#contract/help/helplines.json' with { type: 'json' };
import { helplinesSchema } from '#contract/help/helplines.ts';
import { LEAVE_NOTE, NEUTRAL_PAGE } from '#contract/help/leave-quickly.ts';
import { PRODUCT } from '#contract/product.ts';
import { type CountryHelp, countrySection, NEAREST, OFFLINE_PLACE } from '#server/features/help/index.ts';
import { checkAges } from './check-helplines.ts';
import { emergencyNumbers } from './emergency-numbers.ts';

/** The page in the built app. `server/features/help/` serves it as /help. */
const FILE = 'pages/help.html';

/**
 * Vite plugin: writes /help, one page that needs neither scripts nor a session. The build fails when a helpline was last checked
 * a year ago.
 */
export function helpPage(): Plugin {
  return {
    name: 'help-page',
    generateBundle() {
      const lines = helplinesSchema.parse(helplines);
      for (const warning of checkAges(lines, new Date())) this.warn(warning);
      this.emitFile({ type: 'asset', fileName: FILE, source: renderHelpPage(countriesOf(lines)) });
    },
    configureServer({ middlewares }) {
      middlewares.use('/help', (request, response, next) => {
        if (request.url !== '/') return next();
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.end(renderHelpPage(countriesOf(helplinesSchema.parse(helplines))));
      });
    },
  };
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
<html lang="en">
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
      <p class="note">Lines without a date were not yet checked by a person.</p>
      <p class="note" id="leave-note"><strong>Leave quickly</strong> ${LEAVE_NOTE}</p>
    </main>
  </body>
</html>
`;
}
