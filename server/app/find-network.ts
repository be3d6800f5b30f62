import { createMiddleware } from 'hono/factory';
import type { Logger } from 'pino';
import type { ApiEnvironment } from '#server/http/api.ts';
import { clientAddress, lastHops } from '#server/network/client-address.ts';
import { clientNetwork } from '#server/network/client-network.ts';

const IGNORED = 'Calls come with X-Forwarded-For, and TRUST_PROXY is 0: behind a proxy all people share one network';
const TOO_FEW =
  'X-Forwarded-For has fewer addresses than TRUST_PROXY: callers can forge theirs, and pass all limits of a network';

/**
 * Sets `address` and `network`. Behind a proxy that TRUST_PROXY does not count, all people share one; with a larger one than there are
 * proxies, callers choose theirs. The log says so, once.
 */
export function findNetwork(trustProxy: number, log: Logger) {
  let hasWarned = false;
  return createMiddleware<ApiEnvironment>(async (c, next) => {
    const forwardedFor = c.req.header('x-forwarded-for');
    if (
      !hasWarned &&
      forwardedFor !== undefined &&
      (trustProxy === 0 || lastHops(forwardedFor, trustProxy).length < trustProxy)
    ) {
      hasWarned = true;
      log.warn(trustProxy === 0 ? IGNORED : TOO_FEW);
    }
    c.set('address', clientAddress(c.env?.incoming?.socket.remoteAddress, forwardedFor ?? null, trustProxy));
    c.set('network', clientNetwork(c.var.address));
    await next();
  });
}
