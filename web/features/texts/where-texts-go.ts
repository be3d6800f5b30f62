import type { Installation } from '#contract/views.ts';
import * as t from '#language';
import { listOf } from '#web/text/words.ts';

/** Countries with an article before their name: the US, the Netherlands. */
const WITH_ARTICLE = 'AE AX BQ BS CC CF CK DO FK FO GB GM IM IO KM KY MH MP MV NL PH SB TC US VG VI';

/** Of more countries than this only the first three are named. */
const ALL_NAMED = 5;
const SOME_NAMED = 3;

/** To which countries people may send texts: 'Goes to phones in the US and Canada, just as you write it.' */
export function whereTextsGo(countries: Installation['textCountries']): string {
  if (countries === 'all') return t.goesToPhonesAnywhere;
  // Created on use: it takes a slow phone a while, and most screens need none.
  const names = new Intl.DisplayNames(t.$language, { type: 'region', style: 'short' });
  const named = countries.length > ALL_NAMED ? countries.slice(0, SOME_NAMED) : countries;
  const parts = named.map((code) => {
    const country = names.of(code)!;
    return WITH_ARTICLE.includes(code) ? t.countryWithArticle({ country }) : country;
  });
  if (named.length < countries.length) parts.push(t.moreCountries({ count: countries.length - named.length }));
  return t.goesToPhonesIn({ countries: listOf(parts) });
}
