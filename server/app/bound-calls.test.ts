import { OpenAPIHono } from '@hono/zod-openapi';
import { describe, expect, test } from 'vitest';
import type { SignedInPerson } from '#server/features/identity/index.ts';
import type { ApiEnvironment } from '#server/http/api.ts';
import { errorResponse } from '#server/http/error-response.ts';
import { createTestLog } from '#tests/support/servers/log.ts';
import { boundCalls, createCallCount } from './bound-calls.ts';

/**
 * A server that takes three calls of a network, four of a person and two log-ins within that time. The cookie is the person, unless
 * it is one of these, or of a device.
 */
const NO_SESSIONS = ['ended', 'of-a-passkey'];
const identity: Parameters<typeof createCallCount>[0] = {
  tokenIn: async (cookies) => (cookies?.startsWith('device ') ? undefined : cookies),
  ownerOf: async (token) => (NO_SESSIONS.includes(token) ? undefined : token),
  knownAccounts: async (cookies) =>
    cookies?.startsWith('device ') ? [{ credentialVersion: cookies, deviceId: 'one' }] : [],
};

function openApp(seconds: number, network = 3) {
  const app = new OpenAPIHono<ApiEnvironment>();
  app.onError((error) => errorResponse(error, createTestLog().log));
  app.use((c, next) => {
    c.set('network', c.req.header('x-network') ?? 'home');
    return next();
  });
  app.use(boundCalls(createCallCount(identity, { network, person: 4, logIns: 2, seconds })));
  app.all('*', (c) => {
    const uid = c.req.header('cookie');
    if (uid === 'ended') return c.text('not signed in', 401);
    if (uid && !NO_SESSIONS.includes(uid)) c.set('person', { uid } as SignedInPerson);
    if (c.req.path !== '/api/messages') return c.text('done');
    return c.body('0'.repeat(64 * 1024), 200, { 'content-type': 'application/json', 'content-length': `${64 * 1024}` });
  });
  return async (call: string, network = 'home', session = '') => {
    const [method, path] = call.split(' ') as [string, string];
    return app.request(path, { method, headers: { 'x-network': network, ...(session && { cookie: session }) } });
  };
}

describe('after more calls than the bound', () => {
  const LOOK = 'GET /api/identity/get-session';

  test.each([
    'PUT /api/users/018f/info/mood',
    'PUT /api/asks/018f/answer',
    'POST /api/asks/link/answer',
    'POST /api/texts/incoming',
    'POST /api/texts/android',
    'POST /api/texts/twilio',
    'POST /api/texts/018f/status',
  ])('%s goes on', async (exempt) => {
    const ask = openApp(1_000);
    for (let n = 0; n < 5; n++) expect((await ask(exempt)).status).toBe(200);
    expect((await ask(LOOK)).status).toBe(429);
    expect((await ask(exempt)).status).toBe(200);
  });

  test.each([
    LOOK,
    'POST /api/texts/general',
    'POST /api/asks/018f/undo',
    'GET /api/users/018f/info/mood',
    'GET /api/installation',
    'POST /api/asks/link',
  ])('%s is refused for seconds, and goes on from other networks', async (call) => {
    const ask = openApp(1_000);
    for (let n = 0; n < 3; n++) expect((await ask(call)).status).toBe(200);
    const refused = await ask(call);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(990);
    expect((await ask(call, 'a cafe')).status).toBe(200);
  });

  test('a signed-in person goes on, also with a session that is new here, up to a bound of their own; an ended one counts for its network', async () => {
    const ask = openApp(1_000);
    expect((await ask(LOOK, 'home', 'ended')).status).toBe(401);
    for (let n = 0; n < 2; n++) expect((await ask(LOOK, 'home')).status).toBe(200);
    for (const session of ['', 'ended']) expect((await ask(LOOK, 'home', session)).status).toBe(429);
    for (let n = 0; n < 4; n++) expect((await ask(LOOK, 'home', 'ada')).status).toBe(200);
    expect((await ask(LOOK, 'home', 'ada')).status).toBe(429);
  });

  test('an answer of 64 KB counts three times', async () => {
    const ask = openApp(1_000);
    const statuses: number[] = [];
    for (const session of ['ada', 'ada', 'ada', '', ''])
      statuses.push((await ask('GET /api/messages', session ? 'home' : 'a cafe', session)).status);
    expect(statuses).toEqual([200, 200, 429, 200, 429]);
  });

  test('a signed cookie that is no session’s counts for its network', async () => {
    const ask = openApp(1_000);
    for (let n = 0; n < 3; n++) expect((await ask(LOOK, 'home', 'of-a-passkey')).status).toBe(200);
    for (const session of ['of-a-passkey', '']) expect((await ask(LOOK, 'home', session)).status).toBe(429);
    expect((await ask(LOOK, 'home', 'ada')).status).toBe(200);
  });

  test.each([
    'POST /api/identity/sign-in/email',
    'GET /api/identity/passkey/generate-authenticate-options',
    'POST /api/identity/oidc/start',
    'GET /api/identity/oidc/callback',
  ])('other calls keep nobody from %s, and more log-ins than their bound are refused', async (call) => {
    const ask = openApp(1_000, 6);
    for (let n = 0; n < 7; n++) await ask(LOOK);
    for (let n = 0; n < 2; n++) expect((await ask(call)).status).toBe(200);
    expect((await ask(call)).status).toBe(429);
    expect((await ask(call, 'a cafe')).status).toBe(200);
    // A browser that was signed in to an account before counts for that account.
    for (let n = 0; n < 2; n++) expect((await ask(call, 'home', 'device ada')).status).toBe(200);
    expect((await ask(call, 'a cafe', 'device ada')).status).toBe(429);
    // So do two more, but all log-ins of a network together have the bound of its other calls.
    for (const name of ['grace', 'mei']) expect((await ask(call, 'home', `device ${name}`)).status).toBe(200);
    expect((await ask(call, 'home', 'device sam')).status).toBe(429);
    expect((await ask(call, 'a cafe', 'device sam')).status).toBe(200);
  });

  test('all is counted from the beginning when the time is over', async () => {
    const ask = openApp(0);
    for (let n = 0; n < 9; n++) expect((await ask(LOOK)).status).toBe(200);
  });
});
