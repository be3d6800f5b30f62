import { createMiddleware } from 'hono/factory';
import type { Identity } from '#server/features/identity/index.ts';
import { WEBHOOKS } from '#server/features/texts/index.ts';
import type { ApiEnvironment } from '#server/http/api.ts';
import { RateLimitExceeded } from '#server/limits/index.ts';

/** Within ten seconds. A hundred people of a school who open the app at once need as many without a session. */
const BOUNDS = { session: 500, network: 2_000, seconds: 10 };

/** What carries a call for help or an answer to one, what a gateway reports, and log-ins, which have limits of their own. */
const EXEMPT = new RegExp(
  `^(${[
    'PUT /api/users/[^/]+/info/mood',
    'PUT /api/asks/[^/]+/answer',
    'POST /api/identity/sign-in/email',
    '(GET|POST) /api/identity/passkey/[^/]+',
    'POST /api/asks/link(/answer)?',
    'POST /api/texts/[^/]+/status',
    ...Object.values(WEBHOOKS).map((path) => `POST ${path}`),
  ].join('|')})$`,
);

/**
 * Refuses calls of a browser or a network that makes very many within seconds, before they cost a query. A browser with a session
 * counts by itself, so others in the same home do not use up its calls. Counted in this process's memory, since it protects the process.
 * @param tokenIn the token of a session cookie that this server signed, whether the session has ended or not
 */
export function boundCalls(tokenIn: Identity['tokenIn'], bounds = BOUNDS) {
  let counts = new Map<string, number>();
  let endsAt = 0;
  return createMiddleware<ApiEnvironment>(async (c, next) => {
    const token = await tokenIn(c.req.header('cookie'));
    const now = performance.now();
    if (now >= endsAt) {
      counts = new Map();
      endsAt = now + bounds.seconds * 1_000;
    }
    const who = token ?? c.var.network;
    const calls = (counts.get(who) ?? 0) + 1;
    counts.set(who, calls);
    if (calls > (token ? bounds.session : bounds.network) && !EXEMPT.test(`${c.req.method} ${c.req.path}`))
      throw new RateLimitExceeded('Too many calls at once. Please wait a moment.', (endsAt - now) / 1_000);
    await next();
  });
}
