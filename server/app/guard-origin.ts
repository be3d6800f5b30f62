import { createMiddleware } from 'hono/factory';
import { ProductError } from '#contract/errors.ts';
import type { ApiEnvironment } from '#server/http/api.ts';

/**
 * Refuses changes that another site's page asks for with a person's cookies. A browser names the page's origin on every
 * such request; programs without an Origin bear no person's cookies by accident. Bodies are JSON, which a foreign page
 * cannot send unasked either.
 */
export function guardOrigin(trustedOrigins: readonly string[]) {
  return createMiddleware<ApiEnvironment>(async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    const origin = c.req.header('origin');
    if (origin !== undefined && !trustedOrigins.includes(origin)) throw new ProductError('foreign_origin');
    const type = c.req.header('content-type');
    if (type !== undefined && !/^application\/json\b/i.test(type)) throw new ProductError('invalid', 'Send JSON.');
    await next();
  });
}
