import { createMiddleware } from 'hono/factory';
import { ProductError } from '#contract/errors.ts';
import type { Identity } from '#server/features/identity/index.ts';
import type { ApiEnvironment } from './api.ts';

/** Lets only signed-in people through, and sets `person` (spec §6, §8). */
export function requirePerson(identity: Identity) {
  return createMiddleware<ApiEnvironment>(async (c, next) => {
    const person = await identity.findPerson(c.req.header('cookie'));
    if (!person) throw new ProductError('not_signed_in');
    c.set('person', person);
    await next();
    for (const cookie of person.renewedCookies) c.header('set-cookie', cookie, { append: true });
  });
}
