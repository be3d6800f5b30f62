import { ServerResponse } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { MATRIX } from '#tests/access/matrix.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { askRaw } from '#tests/support/wire/raw-request.ts';

const server = await startTestServer();
const { origin, visitor, database, signUp } = server;

const ada = await signUp({ phonenumber: '+14155550100' });

/** Sends a body as it is. */
async function postRaw(path: string, body: string) {
  const headers = { origin, cookie: ada.cookie, 'content-type': 'application/json' };
  const response = await fetch(origin + path, { method: 'POST', headers, body });
  return { status: response.status, body: await response.json() };
}

test('the content security policy allows the app’s own live connection', async () => {
  const { headers } = await visitor.get('/api/health');
  expect(headers.get('content-security-policy')).toContain(origin.replace('http', 'ws'));
});

test.each(['GET', 'POST', 'PUT', 'DELETE', 'PATCH'])('unknown addresses under /api are 404 for %s', async (method) => {
  for (const path of [
    '/api',
    '/api/',
    '/api/elsewhere',
    '/api/users',
    '/api/users/x/y/z',
    '/api/elsewhere.js',
    '/metrics',
  ]) {
    const { status, body } = await ada.call(method, path, method === 'GET' ? undefined : {});
    expect({ path, status, body }).toEqual({
      path,
      status: 404,
      body: { error: { code: 'not_found', message: 'There is nothing here, or it is not yours to see.' } },
    });
  }
});

test.each([
  '//api/health',
  '/api%2Fhealth',
  '/%2Fapi/health',
  '/api%5chealth',
  '/API/health',
  '/api//health',
  '/livez/',
  '//readyz',
  '/READYZ',
  '/readyz%2F',
  '/x/../api',
])('the page is not sent for the address %s', async (path) => {
  const { status, headers, body } = await askRaw(
    origin,
    `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`,
  );
  expect([status, JSON.parse(body).error.code]).toEqual([404, 'not_found']);
  expect(headers.get('cache-control')).toBe('no-store');
});

test.each(['{"query":', 'query=Ada', '', '[', '"', 'undefined'])('a body that is no JSON (%j) is 400', async (body) => {
  for (const path of [
    '/api/users/search',
    '/api/messages',
    '/api/messages/read',
    '/api/texts/general',
    '/api/identity/sign-in/email',
  ]) {
    const answer = await postRaw(path, body);
    expect({ path, status: answer.status }).toEqual({ path, status: 400 });
  }
});

test('a refusal repeats no more than the beginning of what was sent', async () => {
  const refused = await postRaw('/api/recovery/link', JSON.stringify({ email: 'x', ['x'.repeat(100_000)]: 0 }));
  expect(refused).toMatchObject({
    status: 400,
    body: { error: { message: expect.stringMatching(/^Unrecognized key/) } },
  });
  expect(JSON.stringify(refused.body).length).toBeLessThan(300);
});

test('an unexpected failure is logged, and its response reveals no internals', async () => {
  server.expectError('a request failed');
  await database.pool.query('alter table mood_choices rename to elsewhere');
  const { status, body, headers } = await ada.choose('Dark');
  await database.pool.query('alter table elsewhere rename to mood_choices');
  expect(status).toBe(500);
  expect(body).toEqual({ error: { code: 'unexpected', message: 'Something went wrong on our side.' } });
  expect(headers.get('cache-control')).toBe('no-store');
  expect(server.log.lines.filter(({ level }) => level === 50)).toHaveLength(1);
  expect((await ada.get(`/api/users/${ada.uid}/info/mood`)).body).toMatchObject({ mood: 'Green' });
});

/** Calls of the identity provider, of gateways with their own forms, and of monitors. */
const UNDOCUMENTED = /\/api\/identity\/|\/texts\/(twilio|android)(\/call)?$|\/livez$|\/readyz$|\/health$/;

test('the API document lists every call of the product', async () => {
  const { body } = await visitor.get('/api/openapi.json');
  expect(body.openapi).toBe('3.1.0');
  expect(body.info.title).toBe('Moodring');
  const calls = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const routes = Object.keys(MATRIX).filter((route) => !UNDOCUMENTED.test(route));
  expect(calls.sort()).toEqual(routes.map((route) => route.replaceAll(/:(\w+)/g, '{$1}')).sort());
});

test('the API document is in memory once, however many callers do not read it', async () => {
  const end = vi.spyOn(ServerResponse.prototype, 'end');
  onTestFinished(() => end.mockRestore());
  for (let n = 0; n < 2; n++) await visitor.get('/api/openapi.json');
  const [one, other] = end.mock.calls.map(([body]) => body);
  expect(one).toBeInstanceOf(Buffer);
  expect(other).toBe(one);
});
