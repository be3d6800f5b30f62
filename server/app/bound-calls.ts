import { createMiddleware } from 'hono/factory';
import { WEBHOOKS } from '#server/features/texts/index.ts';
import type { ApiEnvironment } from '#server/http/api.ts';
import { RateLimitExceeded } from '#server/limits/index.ts';

/** A hundred people of a school who open the app at once need as many. */
const MOST = 2_000;
const SECONDS = 10;

/** What carries a call for help or an answer to one, and what a gateway reports. */
const EXEMPT = new RegExp(
  `^(${[
    'PUT /api/users/[^/]+/info/mood',
    'PUT /api/asks/[^/]+/answer',
    'POST /api/asks/link(/answer)?',
    'POST /api/texts/[^/]+/status',
    ...Object.values(WEBHOOKS).map((path) => `POST ${path}`),
  ].join('|')})$`,
);

/**
 * Refuses calls of a network that makes thousands within seconds, before they cost a query. Counted in this process's memory, since
 * it protects the process.
 */
export function boundCalls(most = MOST, seconds = SECONDS) {
  let counts = new Map<string, number>();
  let endsAt = 0;
  return createMiddleware<ApiEnvironment>(async (c, next) => {
    const now = performance.now();
    if (now >= endsAt) {
      counts = new Map();
      endsAt = now + seconds * 1_000;
    }
    const { network } = c.var;
    const calls = (counts.get(network) ?? 0) + 1;
    counts.set(network, calls);
    if (calls > most && !EXEMPT.test(`${c.req.method} ${c.req.path}`))
      throw new RateLimitExceeded('Too many calls from your network. Please wait a moment.', (endsAt - now) / 1_000);
    await next();
  });
}
