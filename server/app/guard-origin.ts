import { createMiddleware } from 'hono/factory';
import { ProductError } from '#contract/errors.ts';
import type { ApiEnvironment } from '#server/http/api.ts';

/**
 * Refuses changes that another site's page requests with a person's cookies. Browsers name the page's origin on every such
 * request. Requests without an Origin come from other programs, which do not send a person's cookies by accident. Bodies
 * must be JSON, which a foreign page cannot send without a preflight.
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
