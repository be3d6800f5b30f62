import { join } from 'node:path';
import { type ServeStaticOptions, serveStatic } from '@hono/node-server/serve-static';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { ApiEnvironment } from './api.ts';

/** The browser app as `npm run build` leaves it. */
const BUILT = join(import.meta.dirname, '../../dist/web');

/** Below this address every file has a hash in its name. */
const HASHED = '/assets/';

/**
 * Serves the browser app's files, and its page for every address that looks like a screen's. A missing file stays
 * missing: a page in the place of a script would hide the real fault.
 * @param built the folder of the built app
 */
export function staticFiles(built = BUILT) {
  const options: ServeStaticOptions<ApiEnvironment> = { root: built, precompressed: true, onFound: setCaching };
  const file = serveStatic(options);
  const page = serveStatic({ ...options, path: 'index.html' });
  return createMiddleware<ApiEnvironment>(async (c, next) => {
    const found = await file(c, async () => {});
    if (found) return found;
    const isFile = /\.\w+$/.test(c.req.path) || c.req.path.startsWith(HASHED);
    return isFile ? next() : page(c, next);
  });
}

/** Files with a hash in their name never change; everything else is asked for again. */
function setCaching(_file: string, c: Context): void {
  c.header('cache-control', c.req.path.startsWith(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache');
}
