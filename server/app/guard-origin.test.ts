import { beforeAll, expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const { signUp } = await startTestServer();

let ada: Member;
beforeAll(async () => {
  ada = await signUp();
});

const choose = (headers: Record<string, string>) =>
  ada.call('PUT', `/api/users/${ada.uid}/info/mood`, { mood: 'Dark' }, headers);
const moodOf = async (who: Member) => (await who.get(`/api/users/${who.uid}/info/mood`)).body.mood;

// Every call, with other sites and types: tests/access/cross-site-requests.test.ts.
test.each([
  [{ origin: 'http://localhost' }, 403, 'foreign_origin'],
  [{ origin: 'http://127.0.0.1' }, 403, 'foreign_origin'],
  [{ 'content-type': 'text/json' }, 400, 'invalid'],
  [{ 'content-type': 'application/jsonp' }, 400, 'invalid'],
])('a call with %j is refused, and changes nothing', async (headers, status, code) => {
  const answer = await choose(headers);
  expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  expect(await moodOf(ada)).toBe('Green');
});

test('another site cannot read anything: CORS admits none', async () => {
  const origin = 'https://evil.example';
  const { headers } = await ada.call('GET', `/api/users/${ada.uid}/info`, undefined, { origin });
  expect(headers.get('access-control-allow-origin')).toBeNull();
  const asked = { origin, 'access-control-request-method': 'PUT' };
  const preflight = await ada.call('OPTIONS', `/api/users/${ada.uid}/info/mood`, undefined, asked);
  expect(preflight.status).toBe(403);
  expect(preflight.headers.get('access-control-allow-methods')).toBeNull();
});

test('a program without an Origin may use its own session', async () => {
  expect(await choose({ origin: '' })).toMatchObject({ status: 200, body: { mood: 'Dark' } });
});
