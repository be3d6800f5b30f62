import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from 'hono';
import { setCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { parseAccept } from 'hono/utils/accept';
import { LANGUAGE_COOKIE, LANGUAGE_QUERY, type Language } from '#contract/account/languages.ts';
import * as languages from '#languages';
import { ownCookies } from './network/own-cookies.ts';

/** Of a call to the identity provider: the language that its caller wants. */
export const LANGUAGE_HEADER = 'x-moodring-language';

const YEAR_S = 365 * 24 * 60 * 60;

/** Of a header in characters. One of 15 KB would hold up all other calls for milliseconds. */
const MOST_ACCEPTED = 500;

/** Those that were compiled. */
const WORDS: Partial<Record<string, languages.Words>> = { ...languages };
export const COMPILED = Object.keys(WORDS) as Language[];

/** @param language null, or one that only a newer version has: English */
export function wordsOf(language: Language | null): languages.Words {
  return WORDS[language ?? 'en'] ?? languages.en;
}

/** The language of a call: by its cookie, or else the first that its browser prefers. `de-CH` is `de`. */
export function languageOf(headers: IncomingHttpHeaders): Language {
  return wantedLanguage(headers) ?? 'en';
}

/** @returns undefined for a caller that wants none of ours, as most programs */
export function wantedLanguage({ cookie, 'accept-language': accepted }: IncomingHttpHeaders): Language | undefined {
  const beginning = (accepted ?? '').slice(0, MOST_ACCEPTED);
  const preferred = parseAccept(beginning).flatMap(({ type, q }) => (q > 0 ? [type.toLowerCase()] : []));
  const wanted = [ownCookies(cookie)[LANGUAGE_COOKIE], ...preferred];
  return wanted.flatMap((tag) => COMPILED.find((name) => tag === name || tag?.startsWith(`${name}-`)) ?? [])[0];
}

/** Lets the browser send this language from now on. */
export function keepLanguage(c: Context, language: Language): void {
  setCookie(c, LANGUAGE_COOKIE, language, { path: '/', maxAge: YEAR_S, sameSite: 'Lax' });
}

/** A page whose address says `?language=de`: keeps the choice in the cookie, and goes on without it. */
export const chooseLanguage = createMiddleware(async (c, next) => {
  const { pathname, searchParams } = new URL(c.req.url);
  const language = COMPILED.find((name) => name === searchParams.get(LANGUAGE_QUERY));
  if (!language) return next();
  keepLanguage(c, language);
  c.header('cache-control', 'no-store');
  searchParams.delete(LANGUAGE_QUERY);
  const query = searchParams.size > 0 ? `?${searchParams}` : '';
  // Two slashes would lead to another site.
  return c.redirect(pathname.replace(/^[/\\]+/, '/') + query);
});
