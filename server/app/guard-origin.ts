import { createMiddleware } from 'hono/factory';
import { ProductError } from '#contract/errors.ts';
import { takesPicture } from '#server/features/photos/index.ts';
import type { ApiEnvironment } from '#server/http/api.ts';

/** Refuses changes from other sites' pages, by Origin and type. @param forms paths of signed calls, which take forms */
export function guardOrigin(trustedOrigins: readonly string[], forms: readonly string[] = []) {
  return createMiddleware<ApiEnvironment>(async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    const origin = c.req.header('origin');
    if (origin !== undefined && !trustedOrigins.includes(origin)) throw new ProductError('foreign_origin');
    const type = c.req.header('content-type');
    const isForm = /^application\/x-www-form-urlencoded\b/i.test(type ?? '') && forms.includes(c.req.path);
    const isPhoto = takesPicture(c.req.method, c.req.path) && /^image\/(jpeg|webp)$/i.test(type ?? '');
    if (type !== undefined && !isForm && !isPhoto && !/^application\/json\b/i.test(type))
      throw new ProductError('invalid', () => 'Send JSON.');
    await next();
  });
}
