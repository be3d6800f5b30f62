import type { IncomingHttpHeaders } from 'node:http';
import { parseAccept } from 'hono/utils/accept';
import { parse } from 'hono/utils/cookie';
import { LANGUAGE_COOKIE, LANGUAGES, type Language } from '#contract/account/languages.ts';
import * as languages from '#languages';

const NAMES = Object.keys(LANGUAGES) as Language[];
const WORDS: Partial<Record<string, languages.Words>> = { ...languages };

/** @param language null, or one that only a newer version has: English */
export function wordsOf(language: Language | null): languages.Words {
  return WORDS[language ?? 'en'] ?? languages.en;
}

/** The language of a call: by its cookie, or else the first that its browser prefers. `de-CH` is `de`. */
export function languageOf({ cookie, 'accept-language': accepted }: IncomingHttpHeaders): Language {
  const preferred = parseAccept(accepted ?? '').flatMap(({ type, q }) => (q > 0 ? [type.toLowerCase()] : []));
  const wanted = [parse(cookie ?? '')[LANGUAGE_COOKIE], ...preferred];
  return wanted.flatMap((tag) => NAMES.find((name) => tag === name || tag?.startsWith(`${name}-`)) ?? [])[0] ?? 'en';
}
