import { createMiddleware } from 'hono/factory';
import type { Logger } from 'pino';
import { type ApiEnvironment, requestAddress } from '#server/http/api.ts';
import { clientNetwork } from '#server/network/client-network.ts';

/** Sets `network`. Behind a proxy that TRUST_PROXY does not count, all people would share limits; the log says so, once. */
export function findNetwork(trustProxy: number, log: Logger) {
  let hasWarned = trustProxy > 0;
  return createMiddleware<ApiEnvironment>(async (c, next) => {
    if (!hasWarned && c.req.header('x-forwarded-for') !== undefined) {
      hasWarned = true;
      log.warn('Calls come with X-Forwarded-For, and TRUST_PROXY is 0: behind a proxy all people share one network');
    }
    c.set('network', clientNetwork(requestAddress(c, trustProxy)));
    await next();
  });
}
