import type { Installation } from '#contract/views.ts';
import { listOf } from '#web/text/words.ts';

/** Countries with an article before their name: the US, the Netherlands. */
const WITH_ARTICLE = 'AE AX BQ BS CC CF CK DO FK FO GB GM IM IO KM KY MH MP MV NL PH SB TC US VG VI';

/** Of more countries than this only the first three are named. */
const ALL_NAMED = 5;
const SOME_NAMED = 3;

/** To which countries people may send texts: 'in the US, Canada and Germany', 'anywhere'. */
export function whereTextsGo(countries: Installation['textCountries']): string {
  if (countries === 'all') return 'anywhere';
  // Created on use: it takes a slow phone a while, and most screens need none.
  const names = new Intl.DisplayNames('en', { type: 'region', style: 'short' });
  const named = countries.length > ALL_NAMED ? countries.slice(0, SOME_NAMED) : countries;
  const parts = named.map((code) => `${WITH_ARTICLE.includes(code) ? 'the ' : ''}${names.of(code)}`);
  if (named.length < countries.length) parts.push(`${countries.length - named.length} more countries`);
  return `in ${listOf(parts)}`;
}
