import { LANGUAGE_QUERY, LANGUAGES } from '#contract/account/languages.ts';
import { NEUTRAL_PAGE } from '#contract/help/leave-quickly.ts';
import { PRODUCT } from '#contract/product.ts';
import type { Words } from '#languages';
import { type CountryHelp, countrySection, NEAREST } from './country-section.ts';

/** What the build puts where the offline page says that it is one. */
export const OFFLINE_PLACE = '<!--offline-->';

const MORE_LINES = '<a href="https://findahelpline.com/" rel="noreferrer">findahelpline.com</a>';

/** The whole page. Text in curly quotes needs no escaping. */
export function renderHelpPage(t: Words, countries: readonly CountryHelp[]): string {
  const strong = (words: string) => `<strong>${words}</strong>`;
  const languages = Object.entries(LANGUAGES).map(
    ([tag, name]) => `<a class="button" lang="${tag}" hreflang="${tag}" href="?${LANGUAGE_QUERY}=${tag}">${name}</a>`,
  );
  return `<!doctype html>
<html lang="${t.$language}" dir="${t.$direction}" data-face>
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <title>${t.help} · ${PRODUCT}</title>
    <meta name="description" content="${t.numbersCountryByCountry}" />
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
      <a class="button leave" id="leave" href="${NEUTRAL_PAGE}" rel="noreferrer">${t.leaveQuickly}</a>
    </header>
    <main>
      ${OFFLINE_PLACE}
      <h1>${t.talkToSomeoneNow}</h1>
      <p class="lead">${t.notAloneWithThis}</p>
      <div class="countries" id="nearest">${NEAREST}</div>
      <details class="all">
        <summary>${t.allCountries}</summary>
        <div class="countries">
${countries.map((country) => countrySection(t, country)).join('\n')}
        </div>
      </details>
      <p>${t.moreLines({ link: MORE_LINES })}</p>
      <details><summary>${t.language}</summary><p class="ways">${languages.join(' ')}</p></details>
      <p class="note">${t.notEveryLineWasChecked}</p>
      <p class="note" id="leave-note">${t.leaveQuicklyNote({ strong }).join('')}</p>
    </main>
  </body>
</html>
`;
}
