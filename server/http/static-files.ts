import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { createMiddleware } from 'hono/factory';
import type { ApiEnvironment } from './api.ts';

/** The browser app as `npm run build` leaves it. */
const BUILT = join(import.meta.dirname, '../../dist/web');

/** Files with a hash in their name never change; everything else is asked for again. */
const FOREVER = 'public, max-age=31536000, immutable';

/**
 * Serves the browser app's files, and its page for every address that looks like a screen's. A missing file stays
 * missing: a page in the place of a script would hide the real fault.
 * @param built the folder of the built app
 */
export function staticFiles(built = BUILT) {
  const file = serveStatic<ApiEnvironment>({
    root: built,
    precompressed: true,
    onFound: (path, c) => c.header('cache-control', path.includes('/assets/') ? FOREVER : 'no-cache'),
  });
  return createMiddleware<ApiEnvironment>(async (c, next) => {
    const isPage = c.req.path === '/' || c.req.path === '/index.html';
    const found = isPage ? undefined : await file(c, async () => {});
    if (found) return found;
    const isFile = /\.\w+$/.test(c.req.path) || c.req.path.startsWith('/assets/');
    if (isFile && !isPage) return next();
    c.header('cache-control', 'no-cache');
    return c.html(await page(built));
  });
}

function page(built: string): Promise<string> {
  return readFile(join(built, 'index.html'), 'utf8');
}
