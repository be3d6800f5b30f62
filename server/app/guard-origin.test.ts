import { beforeAll, describe, expect, test } from 'vitest';
import { type Member, PASSWORD } from '#fixtures/client.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const { origin, visitor, database, signUp } = await startTestServer();

let ada: Member;
let grace: Member;
let alan: Member;
beforeAll(async () => {
  ada = await signUp();
  grace = await signUp();
  alan = await signUp();
  await grace.connect(ada);
});

/** A hash over all rows of all tables. */
async function everything(): Promise<string> {
  const tables = ['users', 'accounts', 'sessions', 'verifications', 'connections', 'messages', 'mood_choices', 'texts'];
  const prints = tables.map((table) => `(select md5(string_agg(t::text, ';' order by t::text)) from ${table} t)`);
  const { rows } = await database.pool.query(`select concat_ws(' ', ${prints.join(', ')}) as print`);
  return rows[0].print;
}

interface Call {
  method: string;
  path: string;
  body: object;
}

const identityCalls: Call[] = [
  ['sign-up/email', { name: 'E', firstname: 'Eve', lastname: 'E', email: 'eve@example.com', password: PASSWORD }],
  ['sign-in/email', { email: '1@example.com', password: PASSWORD }],
  ['sign-out', {}],
  ['update-user', { firstname: 'Eve' }],
  ['change-password', { currentPassword: PASSWORD, newPassword: 'a longer password' }],
].map(([path, body]) => ({ method: 'POST', path: `/api/identity/${path}`, body: body as object }));

/** Calls by gateways, which need a signature or a secret and read no cookie (tests/access has them). */
const BY_GATEWAYS = ['/api/texts/{id}/status', '/api/texts/incoming'];

/** Calls that need a link, a code, a passkey, a device, a friend, a request, an ask, a message or a photo, besides a session. Tests of their own show that they succeed. */
const NEEDS_MORE = /\/(recovery|invites|passkeys|push|phone|email|controls|requests|asks|photos|reaction|delete)(\/|$)/;

/** All calls of the API document by which a person can change something, with valid input. */
async function productCalls(): Promise<Call[]> {
  const { body: document } = await visitor.get('/api/openapi.json');
  const calls = Object.entries(document.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => method !== 'get' && !BY_GATEWAYS.includes(path))
      .map((method) => ({ method: method.toUpperCase(), path, body: BODIES[`${method} ${path}`]?.() ?? {} })),
  );
  return calls.map((call) => ({
    ...call,
    path: call.path
      .replace('{uid}', ada.uid)
      .replace(/\{otherUid\}|\{device\}/, alan.uid)
      .replace('{id}', grace.uid)
      .replace(/\/moods$/, '/moods?before=1'),
  }));
}

const BODIES: Record<string, () => object> = {
  'put /api/users/{uid}/info/mood': () => ({ mood: 'Dark' }),
  'patch /api/users/{uid}/settings': () => ({ asksFirst: false }),
  'post /api/users/{uid}/leave': () => ({ password: PASSWORD }),
  'post /api/users/search': () => ({ query: 'Ada' }),
  'put /api/users/{uid}/connections/{otherUid}': () => ({}),
  'post /api/reports': () => ({ uid: grace.uid, reason: 'They write all night.' }),
  'post /api/messages': () => ({ id: crypto.randomUUID(), receiver: grace.uid, content: 'Hello' }),
  'post /api/messages/search': () => ({ with: grace.uid, q: 'Hello' }),
  'post /api/messages/read': () => ({ sender: grace.uid }),
  'post /api/texts/general': () => ({ phoneNumber: '+14155550100', message: 'Hello' }),
  'post /api/phone-numbers/check': () => ({ phoneNumber: '+14155550100' }),
  'post /api/texts/welcome': () => ({ phoneNumber: '+14155550100', message: 'Hello' }),
};

const FOREIGN = { error: { code: 'foreign_origin', message: 'This request came from another site.' } };

describe('a page of another site cannot change anything with a person’s cookies', () => {
  test.each([
    'https://evil.example',
    'null',
    `${origin}.evil.example`,
    origin.replace('http', 'https'),
    'http://localhost',
    'http://127.0.0.1',
  ])('from %s', async (from) => {
    const calls = [...identityCalls, ...(await productCalls())];
    expect(calls.length).toBeGreaterThanOrEqual(13);
    const before = await everything();
    for (const { method, path, body } of calls) {
      const answer = await ada.call(method, path, body, { origin: from });
      expect({ path, status: answer.status, body: answer.body }).toEqual({ path, status: 403, body: FOREIGN });
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect(await everything()).toBe(before);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/json',
    'application/jsonp',
  ])('nor with a body that forms can send: %s', async (type) => {
    const before = await everything();
    for (const { method, path, body } of [...identityCalls, ...(await productCalls())]) {
      const answer = await ada.call(method, path, body, { 'content-type': type });
      expect({ path, status: answer.status, body: answer.body }).toEqual({
        path,
        status: 400,
        body: { error: { code: 'invalid', message: 'Send JSON.' } },
      });
    }
    expect(await everything()).toBe(before);
  });

  test('nor read anything: CORS admits no other site', async () => {
    const { headers } = await ada.call('GET', `/api/users/${ada.uid}/info`, undefined, {
      origin: 'https://evil.example',
    });
    expect(headers.get('access-control-allow-origin')).toBeNull();
    const preflight = await ada.call('OPTIONS', `/api/users/${ada.uid}/info/mood`, undefined, {
      origin: 'https://evil.example',
      'access-control-request-method': 'PUT',
    });
    expect(preflight.status).toBe(403);
    expect(preflight.headers.get('access-control-allow-methods')).toBeNull();
  });
});

test('the same calls succeed from our own page, so the refusals above come from the guard', async () => {
  const calls = (await productCalls()).filter(({ path }) => !NEEDS_MORE.test(path));
  // After deleting the account no more calls are possible.
  calls.sort((one, other) => Number(one.path.endsWith('/leave')) - Number(other.path.endsWith('/leave')));
  for (const { method, path, body } of calls) {
    await ada.signIn(ada.email, PASSWORD);
    const { status } = await ada.call(method, path, body);
    expect({ path, ok: status < 300 }).toEqual({ path, ok: true });
  }
});

test('a program without an Origin may use its own session', async () => {
  const answer = await alan.call('PUT', `/api/users/${alan.uid}/info/mood`, { mood: 'Yellow' }, { origin: '' });
  expect(answer).toMatchObject({ status: 200, body: { mood: 'Yellow' } });
});
