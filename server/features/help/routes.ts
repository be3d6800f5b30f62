import { join } from 'node:path';
import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Context } from '#server/context.ts';
import type { ApiEnvironment } from '#server/http/api.ts';
import { COMPILED, wordsOf } from '#server/languages.ts';
import { type EncodedPage, openHelpPage } from './help-page.ts';

const BUILT = join(import.meta.dirname, '../../../dist/web');

/** /help, and /offline.html for the service worker, without a session. Without a build the next handler answers. */
export function helpRoutes({ config }: Pick<Context, 'config'>, built = BUILT): Hono<ApiEnvironment> {
  const pages = new Map(
    COMPILED.map((language) => [
      language,
      openHelpPage(join(built, language, 'pages/help.html'), wordsOf(language), config),
    ]),
  );
  const answer = (kind: 'help' | 'offline') =>
    createMiddleware<ApiEnvironment>(async (c, next) => {
      const page = await pages.get(c.var.language)!(kind);
      if (page === null) return next();
      const encoding = acceptedEncoding(c.req.header('accept-encoding'));
      if (encoding !== 'identity') c.header('content-encoding', encoding);
      c.header('vary', 'accept-encoding, cookie, accept-language');
      c.header('cache-control', 'no-cache');
      c.header('content-type', 'text/html; charset=utf-8');
      return c.body(page[encoding]);
    });
  return new Hono<ApiEnvironment>()
    .get('/help', answer('help'))
    .get('/help/', answer('help'))
    .get('/offline.html', answer('offline'));
}

function acceptedEncoding(accepted = ''): keyof EncodedPage {
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
}
