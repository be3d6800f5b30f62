import { globSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { serveStatic } from 'hono/serve-static';
import { type FindPerson, hasSessionCookie } from '#server/features/identity/index.ts';
import type { ApiEnvironment } from '#server/http/api.ts';
import { withTimeout } from '#server/http/with-timeout.ts';
import { COMPILED, keepLanguage } from '#server/languages.ts';
import type { CountCall } from './bound-calls.ts';
import { firstCalls } from './first-calls.ts';
import { createPageFinder, type ReadFile } from './screen-pages.ts';

const BUILT = join(import.meta.dirname, '../../dist/web');

const HASHED = '/assets/';

/** Programs call these, also in odd spellings, and would take a page for a good answer. */
const FOR_PROGRAMS = /^([/\\]|%2f|%5c)*(api|livez|readyz)([/\\]|%2f|%5c|$)/i;

/** A page does not wait longer for the database. */
const PERSON_WAIT_MS = 300;

/**
 * Serves built files, and pages for screens, in the language of the call; a signed-in person's page in that of the account. The page of a signed-in person names the screen's first
 * calls, so that the browser makes them beside its script; not when too many pages are asked for. A missing file gets 404, because
 * a page would hide the fault.
 */
export function staticFiles(findPerson: FindPerson, count: CountCall, built = BUILT) {
  const getContent = createFileCache();
  const builds = new Map(
    COMPILED.map((language) => {
      const root = join(built, language);
      const options = { root, join, getContent, precompressed: true, onFound: setCaching };
      const serveFile = serveStatic<ApiEnvironment>(options);
      const assets = new Set(globSync('assets/*', { cwd: root }));
      return [language, { options, serveFile, assets, findPage: createPageFinder(root, getContent) }];
    }),
  );
  return createMiddleware<ApiEnvironment>(async (c, next) => {
    for (const [language, { serveFile, assets }] of builds) {
      // A tab that was opened in another language loads its late code by names with a hash. They are looked
      // up in memory: a flood of missing names would look at the disk ten times each.
      if (language !== c.var.language && !assets.has(c.req.path.slice(1))) continue;
      const found = await serveFile(c, async () => {});
      if (found) return found;
    }
    const isFile = /\.\w+$/.test(c.req.path) || c.req.path.startsWith(HASHED);
    if (isFile || FOR_PROGRAMS.test(c.req.path)) return next();
    const cookies = c.req.header('cookie');
    const find = async () => {
      if (!hasSessionCookie(cookies)) return null;
      const keepOwner = await count(c);
      const found = await findPerson(cookies);
      keepOwner(found?.uid ?? null);
      return found;
    };
    const person = await withTimeout(PERSON_WAIT_MS, find()).catch(() => undefined);
    const own = person?.language && builds.has(person.language) ? person.language : c.var.language;
    if (own !== c.var.language) keepLanguage(c, own);
    const { options, findPage } = builds.get(own)!;
    const path = await findPage(c.req.path, person === undefined ? hasSessionCookie(cookies) : person !== null);
    for (const cookie of person?.renewedCookies ?? []) c.header('set-cookie', cookie, { append: true });
    for (const call of person ? firstCalls(c.req.path, person.uid) : [])
      c.header('link', `<${call}>; rel=preload; as=fetch; crossorigin`, { append: true });
    return serveStatic<ApiEnvironment>({ ...options, path })(c, next);
  });
}

/** Files with a hash in their name never change. Browsers check all others again: many have words. */
function setCaching(_file: string, c: Context): void {
  const isHashed = c.req.path.startsWith(HASHED);
  c.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
  if (!isHashed) c.header('vary', 'cookie, accept-language', { append: true });
}

/** Keeps files in memory and reads changed ones again, so slow readers use up neither memory nor open files. */
function createFileCache(): ReadFile {
  const cache = new Map<string, { changedAt: number; content: Promise<Buffer<ArrayBuffer>> }>();
  return async (path) => {
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile()) return null;
    const cached = cache.get(path);
    if (cached?.changedAt === found.mtimeMs) return cached.content;
    const content = readFile(path);
    cache.set(path, { changedAt: found.mtimeMs, content });
    content.catch(() => cache.delete(path));
    return content;
  };
}
