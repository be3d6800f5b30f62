import { OpenAPIHono } from '@hono/zod-openapi';
import { bodyLimit } from 'hono/body-limit';
import { ProductError } from '#contract/errors.ts';
import { PRODUCT } from '#contract/product.ts';
import type { Context } from '#server/context.ts';
import { accountRoutes } from '#server/features/account/index.ts';
import { chatRoutes } from '#server/features/chat/index.ts';
import { circleRoutes } from '#server/features/circle/index.ts';
import { isProviderCall } from '#server/features/identity/index.ts';
import { moodsRoutes } from '#server/features/moods/index.ts';
import { peopleRoutes } from '#server/features/people/index.ts';
import { textsRoutes } from '#server/features/texts/index.ts';
import type { ApiEnvironment } from '#server/http/api.ts';
import { errorResponse } from '#server/http/error-response.ts';
import type { SecurityEvent } from '#server/logging/security-log.ts';
import { addressOf, CLIENT_ADDRESS_HEADER } from '#server/network/client-address.ts';
import { within } from '../http/with-timeout.ts';
import { findNetwork } from './find-network.ts';
import { guardOrigin } from './guard-origin.ts';
import { installationRoutes } from './installation-routes.ts';
import { probes } from './probes.ts';
import { secureHeaders } from './secure-headers.ts';
import { staticFiles } from './static-files.ts';

const MAX_BODY_BYTES = 128 * 1024;

/** Whoever watches over the server is told sooner than the people on it: it is not asked for what may take its time. */
const HEALTH_WITHIN_MS = 2_000;

const FEATURES = [accountRoutes, moodsRoutes, circleRoutes, peopleRoutes, chatRoutes, textsRoutes];

/** The whole HTTP side: the API under /api, and the browser app for every other address. */
export function createApp(context: Context): OpenAPIHono<ApiEnvironment> {
  const { config, identity, log, securityLog } = context;
  const app = new OpenAPIHono<ApiEnvironment>();
  app.use(secureHeaders(config));
  app.onError((error, c) => {
    const event = error instanceof ProductError && refusalOf(error, c.req.path);
    if (event) securityLog.tell(event, { address: addressOf(c, config.trustProxy), account: c.var.person?.uid });
    return errorResponse(hasHungUp(c.env) ? new ProductError('invalid') : error, log);
  });

  app.use('/api/*', noStore, guardOrigin(config.trustedOrigins), findNetwork(config.trustProxy, log));
  app.use(
    '/api/*',
    bodyLimit({ maxSize: MAX_BODY_BYTES, onError: () => Promise.reject(new ProductError('too_large')) }),
  );
  app.all('/api/identity/*', (c) => {
    if (!isProviderCall(c.req.method, c.req.url)) throw new ProductError('not_found');
    const headers = new Headers(c.req.raw.headers);
    headers.set(CLIENT_ADDRESS_HEADER, addressOf(c, config.trustProxy));
    return identity.handle(new Request(c.req.raw, { headers }));
  });
  for (const routes of [...FEATURES, installationRoutes]) app.route('/api', routes(context));
  app.get('/api/health', async (c) => {
    await within(HEALTH_WITHIN_MS, context.pool.query('select'));
    return c.json({ ok: true });
  });
  app.doc31('/api/openapi.json', { openapi: '3.1.0', info: { title: PRODUCT, version: '1' } });
  app.all('/api/*', () => Promise.reject(new ProductError('not_found')));

  app.route('/', probes(context.health));
  app.get('*', staticFiles());
  // A handler and no `notFound`: what that throws goes past the headers of every answer.
  app.all('*', () => Promise.reject(new ProductError('not_found')));
  return app;
}

/** What a tool that bans addresses wants to know of. A lively person meets limits too, but not those of signing in. */
function refusalOf({ code }: ProductError, path: string): SecurityEvent | undefined {
  if (code === 'foreign_origin') return 'foreign-origin';
  if (code === 'too_many') return path.startsWith('/api/identity/') ? 'sign-in-limited' : 'too-many';
}

/** Who hangs up in the middle of a body hears no answer, and is no failure of ours. */
function hasHungUp(env?: ApiEnvironment['Bindings']): boolean {
  return env?.incoming?.destroyed === true && !env.incoming.complete;
}

/** What the API answers is one person's: no cache keeps it. */
async function noStore(c: { res: Response }, next: () => Promise<void>): Promise<void> {
  await next();
  c.res.headers.set('cache-control', 'no-store');
}
