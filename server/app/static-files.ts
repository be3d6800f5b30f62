import { join } from 'node:path';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { serveStatic } from 'hono/serve-static';
import type { ApiEnvironment } from '#server/http/api.ts';
import { createFileCache } from './file-cache.ts';

/** The browser app as `npm run build` leaves it. */
const BUILT = join(import.meta.dirname, '../../dist/web');

/** Below this address every file has a hash in its name. */
const HASHED = '/assets/';

/**
 * The addresses of the API and of the probes, as others may spell them: who asks for one of them is a program, and would
 * take a page for its answer.
 */
const FOR_PROGRAMS = /^([/\\]|%2f|%5c)*(api|livez|readyz)([/\\]|%2f|%5c|$)/i;

/**
 * Serves the browser app's files, and its page for every address that looks like a screen's. A missing file stays
 * missing: a page in the place of a script would hide the real fault.
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

/** Files with a hash in their name never change; everything else is asked for again. */
function setCaching(_file: string, c: Context): void {
  c.header('cache-control', c.req.path.startsWith(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache');
}
