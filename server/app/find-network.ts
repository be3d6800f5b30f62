import { createMiddleware } from 'hono/factory';
import type { Logger } from 'pino';
import type { ApiEnvironment } from '#server/http/api.ts';
import { clientAddress } from '#server/network/client-address.ts';
import { clientNetwork } from '#server/network/client-network.ts';

/** Sets `address` and `network`. Behind a proxy that TRUST_PROXY does not count, all people share one; the log says so, once. */
export function findNetwork(trustProxy: number, log: Logger) {
  let hasWarned = trustProxy > 0;
  return createMiddleware<ApiEnvironment>(async (c, next) => {
    const forwardedFor = c.req.header('x-forwarded-for');
    if (!hasWarned && forwardedFor !== undefined) {
      hasWarned = true;
      log.warn('Calls come with X-Forwarded-For, and TRUST_PROXY is 0: behind a proxy all people share one network');
    }
    c.set('address', clientAddress(c.env?.incoming?.socket.remoteAddress, forwardedFor ?? null, trustProxy));
    c.set('network', clientNetwork(c.var.address));
    await next();
  });
}
