import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { serveStatic } from 'hono/serve-static';
import type { ApiEnvironment } from '#server/http/api.ts';

/** The browser app as `npm run build` leaves it. */
const BUILT = join(import.meta.dirname, '../../dist/web');

/** Below this address every file has a hash in its name. */
const HASHED = '/assets/';

/**
 * The addresses of the API and of the health calls, also in odd spellings. Programs call them, and would take a page for a
 * good answer.
 */
const FOR_PROGRAMS = /^([/\\]|%2f|%5c)*(api|livez|readyz)([/\\]|%2f|%5c|$)/i;

/**
 * Serves the browser app's files, and its page for every address that looks like a screen's. A missing file is answered
 * with 404: a page instead of a script would hide the fault.
 * @param built the folder of the built app
 */
export function staticFiles(built = BUILT) {
  const options = { root: built, join, getContent: createFileCache(), precompressed: true, onFound: setCaching };
  const file = serveStatic<ApiEnvironment>(options);
  const page = serveStatic<ApiEnvironment>({ ...options, path: 'index.html' });
  return createMiddleware<ApiEnvironment>(async (c, next) => {
    const found = await file(c, async () => {});
    if (found) return found;
    const isFile = /\.\w+$/.test(c.req.path) || c.req.path.startsWith(HASHED);
    return isFile || FOR_PROGRAMS.test(c.req.path) ? next() : page(c, next);
  });
}

/** Files with a hash in their name never change. Browsers check all others again. */
function setCaching(_file: string, c: Context): void {
  c.header('cache-control', c.req.path.startsWith(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache');
}

/**
 * Keeps files in memory, and reads a file again when it has changed. All responses share one buffer and none holds a file
 * open, so slow readers use up neither memory nor open files.
 * @returns reads one file; null when there is none
 */
function createFileCache(): (path: string) => Promise<Buffer<ArrayBuffer> | null> {
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
