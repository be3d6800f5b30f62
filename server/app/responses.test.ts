import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Member } from '#fixtures/client.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { askRaw } from '#tests/support/wire/raw-request.ts';

const server = await startTestServer();
const { origin, visitor, database, signUp } = server;

let ada: Member;
beforeAll(async () => {
  ada = await signUp({ phonenumber: '+14155550100' });
});

/** A body with invalid JSON. */
async function postRaw(path: string, body: string | ReadableStream, headers: Record<string, string> = {}) {
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: { origin, cookie: ada.cookie, 'content-type': 'application/json', ...headers },
    body,
    ...(typeof body === 'string' ? {} : { duplex: 'half' }),
  } as RequestInit);
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const tooLarge = `{"content":"${'a'.repeat(200_000)}"}`;

/** A response of each kind. */
const answers: [number, string, () => Promise<Answer>][] = [
  [200, 'a list', () => ada.circle()],
  [200, 'the session', () => ada.get('/api/identity/get-session')],
  [200, 'the API document', () => visitor.get('/api/openapi.json')],
  [200, 'the health', () => visitor.get('/api/health')],
  [200, 'whether it lives', () => visitor.get('/livez')],
  [200, 'whether it is ready', () => visitor.get('/readyz')],
  [400, 'bad input', () => ada.choose('Blue')],
  [400, 'malformed JSON', () => postRaw('/api/messages', '{"id":')],
  [400, 'bad input of an identity call', () => visitor.post('/api/identity/sign-in/email', {})],
  [401, 'a call by nobody', () => visitor.get(`/api/users/${ada.uid}/info`)],
  [403, 'a call from elsewhere', () => ada.call('POST', '/api/messages', {}, { origin: 'https://evil.example' })],
  [404, 'an unknown call', () => ada.get('/api/elsewhere')],
  [404, 'an unknown identity call', () => ada.get('/api/identity/elsewhere')],
  [404, 'a person who does not exist', () => ada.get(`/api/users/${crypto.randomUUID()}/info`)],
  [413, 'a body that is too large', () => postRaw('/api/messages', tooLarge)],
];

describe.each(answers)('an answer of %i (%s)', (status, _, ask) => {
  test('is kept by no cache', async () => {
    const answer = await ask();
    expect(answer.status).toBe(status);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('has the security headers', async () => {
    const { headers } = await ask();
    expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('content-security-policy')).toContain(origin.replace('http', 'ws'));
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('x-powered-by')).toBeNull();
  });
});

test.each(['GET', 'POST', 'PUT', 'DELETE', 'PATCH'])(
  'an unknown address under /api is 404 in JSON for %s',
  async (method) => {
    for (const path of ['/api', '/api/', '/api/elsewhere', '/api/users', '/api/users/x/y/z', '/api/elsewhere.js']) {
      const { status, body } = await ada.call(method, path, method === 'GET' ? undefined : {});
      expect({ path, status, body }).toEqual({
        path,
        status: 404,
        body: { error: { code: 'not_found', message: 'There is nothing here, or it is not yours to see.' } },
      });
    }
  },
);

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

test('a body that is too large is 413, with or without Content-Length', async () => {
  for (const path of ['/api/messages', '/api/users/search', '/api/texts/general', '/api/identity/sign-in/email']) {
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(tooLarge));
        controller.close();
      },
    });
    for (const body of [tooLarge, stream]) {
      const answer = await postRaw(path, body);
      expect({ path, status: answer.status }).toEqual({ path, status: 413 });
      expect(answer.body.error.code).toBe('too_large');
    }
  }
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

test('the API document lists every call of the product', async () => {
  const { body } = await visitor.get('/api/openapi.json');
  expect(body.openapi).toBe('3.1.0');
  expect(body.info.title).toBe('Moodring');
  const calls = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(calls.sort()).toEqual([
    'DELETE /api/users/{uid}/blocks/{otherUid}',
    'DELETE /api/users/{uid}/connections/{otherUid}',
    'DELETE /api/users/{uid}/devices',
    'DELETE /api/users/{uid}/devices/{device}',
    'DELETE /api/users/{uid}/moods',
    'DELETE /api/users/{uid}/passkeys/{passkey}',
    'DELETE /api/users/{uid}/push',
    'DELETE /api/users/{uid}/requests/{otherUid}',
    'GET /api/asks',
    'GET /api/asks/reach',
    'GET /api/installation',
    'GET /api/messages',
    'GET /api/photos/{id}',
    'GET /api/texts',
    'GET /api/users/{uid}/blocks',
    'GET /api/users/{uid}/connections',
    'GET /api/users/{uid}/connections/{otherUid}/controls',
    'GET /api/users/{uid}/devices',
    'GET /api/users/{uid}/export',
    'GET /api/users/{uid}/info',
    'GET /api/users/{uid}/info/mood',
    'GET /api/users/{uid}/invite',
    'GET /api/users/{uid}/moods',
    'GET /api/users/{uid}/moods.csv',
    'GET /api/users/{uid}/passkeys',
    'GET /api/users/{uid}/push',
    'GET /api/users/{uid}/recovery',
    'GET /api/users/{uid}/requests',
    'GET /api/users/{uid}/settings',
    'PATCH /api/asks/{id}',
    'PATCH /api/users/{uid}/connections/{otherUid}/controls',
    'PATCH /api/users/{uid}/passkeys/{passkey}',
    'PATCH /api/users/{uid}/push',
    'PATCH /api/users/{uid}/settings',
    'POST /api/asks/link',
    'POST /api/asks/link/answer',
    'POST /api/asks/{id}/again',
    'POST /api/asks/{id}/close',
    'POST /api/asks/{id}/hand-over',
    'POST /api/asks/{id}/hold',
    'POST /api/asks/{id}/reached',
    'POST /api/asks/{id}/seen',
    'POST /api/asks/{id}/slip',
    'POST /api/asks/{id}/still',
    'POST /api/asks/{id}/undo',
    'POST /api/invites/accept',
    'POST /api/invites/look',
    'POST /api/messages',
    'POST /api/messages/read',
    'POST /api/messages/search',
    'POST /api/messages/{id}/delete',
    'POST /api/phone-numbers/check',
    'POST /api/recovery/code',
    'POST /api/recovery/email',
    'POST /api/recovery/link',
    'POST /api/recovery/link/owner',
    'POST /api/recovery/password',
    'POST /api/recovery/password/code',
    'POST /api/reports',
    'POST /api/texts/general',
    'POST /api/texts/incoming',
    'POST /api/texts/welcome',
    'POST /api/texts/{id}/status',
    'POST /api/users/search',
    'POST /api/users/{uid}/email',
    'POST /api/users/{uid}/email/confirmation',
    'POST /api/users/{uid}/invite',
    'POST /api/users/{uid}/leave',
    'POST /api/users/{uid}/passkeys',
    'POST /api/users/{uid}/passkeys/options',
    'POST /api/users/{uid}/phone/code',
    'POST /api/users/{uid}/phone/proof',
    'POST /api/users/{uid}/push/test',
    'POST /api/users/{uid}/requests/{otherUid}/accept',
    'PUT /api/asks/{id}/answer',
    'PUT /api/messages/{id}/reaction',
    'PUT /api/photos/{id}',
    'PUT /api/users/{uid}/blocks/{otherUid}',
    'PUT /api/users/{uid}/connections/{otherUid}',
    'PUT /api/users/{uid}/info/mood',
    'PUT /api/users/{uid}/push',
  ]);
});
