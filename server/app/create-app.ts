import { randomBytes, randomInt } from 'node:crypto';
import { OpenAPIHono } from '@hono/zod-openapi';
import { except } from 'hono/combine';
import { compress } from 'hono/compress';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import { API_VERSION, API_VERSION_HEADER } from '#contract/api-version.ts';
import { ProductError } from '#contract/errors.ts';
import { PRODUCT } from '#contract/product.ts';
import type { Context } from '#server/context.ts';
import { helpRoutes } from '#server/features/help/routes.ts';
import { isProviderCall } from '#server/features/identity/index.ts';
import { PHOTO_CACHING } from '#server/features/photos/index.ts';
import { statusRoutes } from '#server/features/status/index.ts';
import { GATEWAY_FORMS } from '#server/features/texts/routes.ts';
import type { ApiEnvironment } from '#server/http/api.ts';
import { errorResponse } from '#server/http/error-response.ts';
import { chooseLanguage, LANGUAGE_HEADER, languageOf, wantedLanguage, wordsOf } from '#server/languages.ts';
import type { SecurityEvent } from '#server/logging/security-log.ts';
import { CLIENT_ADDRESS_HEADER } from '#server/network/client-address.ts';
import { boundCalls, createCallCount } from './bound-calls.ts';
import { FEATURES } from './features.ts';
import { findNetwork } from './find-network.ts';
import { guardOrigin } from './guard-origin.ts';
import { type Health, healthRoutes } from './health.ts';
import { limitBody } from './limit-body.ts';
import { secureHeaders } from './secure-headers.ts';
import { staticFiles } from './static-files.ts';

const MOST_PADDING_BYTES = 384;

/** What a browser reads again each time it connects. */
const READ_AGAIN = /^\/api\/(?:asks|users\/[^/]+\/(?:connections|info\/mood))$/;

export function createApp(context: Context, health: Health): OpenAPIHono<ApiEnvironment> {
  const { config, identity, log, securityLog } = context;
  const app = new OpenAPIHono<ApiEnvironment>();
  app.use(secureHeaders(config), (c, next) => {
    c.set('language', languageOf(c.req.header()));
    return next();
  });
  app.onError((error, c) => {
    const event = error instanceof ProductError && securityEventOf(error, c.req.path);
    if (event) securityLog.record(event, { address: c.var.address, account: c.var.person?.uid });
    return errorResponse(isAborted(c.env) ? new ProductError('invalid') : error, log, wordsOf(c.var.language));
  });

  // The provider's answers hold secrets, and are small. The description is large, and anybody may ask for it.
  app.use('/api/*', padCompressed, except(['/api/identity/*', '/api/openapi.json'], compress()));
  // Without the cookie a session that was just renewed would end in the browser.
  const tag = etag({ retainedHeaders: [...RETAINED_304_HEADERS, 'set-cookie'] });
  app.use('/api/*', (c, next) => (READ_AGAIN.test(c.req.path) ? tag(c, next) : next()));
  app.use(findNetwork(config.trustProxy, log));
  app.use('/api/*', withApiHeaders, guardOrigin(config.trustedOrigins, GATEWAY_FORMS));
  const count = config.rateLimits ? createCallCount(identity) : async () => () => {};
  app.use('/api/*', boundCalls(count));
  app.use('/api/*', limitBody());
  app.all('/api/identity/*', (c) => {
    if (!isProviderCall(c.req.method, c.req.url)) throw new ProductError('not_found');
    const headers = new Headers(c.req.raw.headers);
    headers.set(CLIENT_ADDRESS_HEADER, c.var.address);
    headers.set(LANGUAGE_HEADER, wantedLanguage(c.req.header()) ?? '');
    return identity.handle(new Request(c.req.raw, { headers }), wordsOf(c.var.language));
  });
  for (const { routes } of FEATURES) if (routes) app.route('/api', routes(context));
  app.route('/', healthRoutes(health, context.pool));
  app.route('/', statusRoutes(context));
  // One copy for all callers, also for those who do not read it. Of a string each connection would keep its own.
  let description: Buffer<ArrayBuffer> | undefined;
  app.get('/api/openapi.json', (c) => {
    const about = { openapi: '3.1.0', info: { title: PRODUCT, version: '1' } };
    description ??= Buffer.from(JSON.stringify(app.getOpenAPI31Document(about)));
    return c.body(description, 200, { 'content-type': 'application/json' });
  });
  // Programs that look for something must not take the app's page for it.
  app.all('/api/*', () => Promise.reject(new ProductError('not_found')));

  app.get('*', chooseLanguage);
  app.route('/', helpRoutes(context));
  app.get('*', staticFiles(identity.findPerson, count));
  // Not `notFound`: an error thrown there would skip the middleware that sets the security headers.
  app.all('*', () => Promise.reject(new ProductError('not_found')));
  return app;
}

/** The refusals for the security log. Limits of sign-in have an event of their own: ordinary use rarely meets them. */
function securityEventOf({ code }: ProductError, path: string): SecurityEvent | undefined {
  if (code === 'foreign_origin') return 'foreign-origin';
  if (code === 'not_the_gateway') return 'not-the-gateway';
  if (code === 'too_many' && path.startsWith('/api/identity/sign-up')) return 'sign-up-limited';
  if (code === 'too_many') return /^\/api\/(identity|recovery)\//.test(path) ? 'sign-in-limited' : 'too-many';
}

/** Whether the caller closed the connection in the middle of the body: then the error is not the server's. */
function isAborted(env?: ApiEnvironment['Bindings']): boolean {
  return env?.incoming?.destroyed === true && !env.incoming.complete;
}

/** An answer holds words of several friends. Whether one repeats another's shows in its size, so that is made to vary (BREACH). */
async function padCompressed(c: { res: Response }, next: () => Promise<void>): Promise<void> {
  await next();
  if (!c.res.ok || !c.res.headers.has('content-encoding')) return;
  c.res.headers.set('x-padding', randomBytes(randomInt(MOST_PADDING_BYTES)).toString('base64url'));
}

/** Names the API's version. API responses are personal: no cache may keep them, but the person's own browser keeps photos for a while. */
async function withApiHeaders(c: { res: Response }, next: () => Promise<void>): Promise<void> {
  await next();
  if (c.res.headers.get('cache-control') !== PHOTO_CACHING) c.res.headers.set('cache-control', 'no-store');
  c.res.headers.set(API_VERSION_HEADER, `${API_VERSION}`);
}
