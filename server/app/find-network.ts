import { createMiddleware } from 'hono/factory';
import type { Logger } from 'pino';
import type { ApiEnvironment } from '#server/http/api.ts';
import { addressOf } from '#server/network/client-address.ts';
import { networkOf } from '#server/network/client-network.ts';

/**
 * Leaves in `network` where a call comes from. Behind a proxy that TRUST_PROXY does not name, everybody would come from
 * one network and share its limits: the log says so, once.
 */
export function findNetwork(trustProxy: number, log: Logger) {
  let warned = trustProxy > 0;
  return createMiddleware<ApiEnvironment>(async (c, next) => {
    if (!warned && c.req.header('x-forwarded-for') !== undefined) {
      warned = true;
      log.warn('Calls come with X-Forwarded-For, and TRUST_PROXY is 0: behind a proxy all people share one network');
    }
    c.set('network', networkOf(addressOf(c, trustProxy)));
    await next();
  });
}
