import { expect, test } from 'vitest';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const server = await startTestServer();
const ada = await server.signUp({ firstname: 'Ada' });
const grace = await server.signUp({ firstname: 'Grace' });
await ada.connect(grace);

/** @param more headers, over those of a browser that takes compressed answers */
async function get(path: string, more: Record<string, string> = {}) {
  const headers = { cookie: ada.cookie, 'accept-encoding': 'gzip, deflate, br', ...more };
  const answer = await fetch(server.origin + path, { headers });
  return { answer, encoding: answer.headers.get('content-encoding'), text: await answer.text() };
}

test('answers from 1 KB on are compressed, streams too; small ones, and those of the sign-in, are not', async () => {
  const long = `/api/messages?with=${grace.uid}`;
  expect((await get(long)).encoding).toBeNull();
  for (let n = 0; n < 3; n++) await ada.say(grace, 'Hello Grace! '.repeat(60));
  const { answer, encoding, text } = await get(long);
  expect([encoding, answer.headers.get('vary')?.toLowerCase()]).toEqual(['gzip', 'accept-encoding']);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(JSON.parse(text).messages).toHaveLength(4);
  expect((await get(long, { 'accept-encoding': 'identity' })).text).toBe(text);
  const file = await get(`/api/users/${ada.uid}/export`);
  expect([file.encoding, JSON.parse(file.text).complete]).toEqual(['gzip', true]);
  for (const path of ['/api/identity/get-session', '/api/openapi.json']) expect((await get(path)).encoding).toBeNull();
});

test('the size of a compressed answer varies, so that it does not tell a friend what another one wrote', async () => {
  const lengths = new Set<number>();
  for (let n = 0; n < 8; n++) {
    const { answer } = await get(`/api/users/${ada.uid}/export`);
    lengths.add(answer.headers.get('x-padding')!.length);
  }
  expect(lengths.size).toBeGreaterThan(2);
  expect((await get('/api/asks')).answer.headers.has('x-padding')).toBe(false);
});

test('a session that is renewed gets its cookie with an answer that has not changed, too', async () => {
  const path = '/api/asks';
  const tag = (await get(path)).answer.headers.get('etag')!;
  await server.database.pool.query(`update sessions set expires_at = expires_at - interval '2 days'`);
  const { answer } = await get(path, { 'if-none-match': tag });
  expect([answer.status, answer.headers.getSetCookie().length]).toEqual([304, 1]);
});

test.each([
  ['the circle', () => `/api/users/${ada.uid}/connections`],
  ['the own mood', () => `/api/users/${ada.uid}/info/mood`],
  ['the asks', () => '/api/asks'],
])('%s is sent again only when it has changed', async (_, path) => {
  const first = await get(path());
  const tag = first.answer.headers.get('etag')!;
  const same = await get(path(), { 'if-none-match': tag });
  expect([same.answer.status, same.text, same.answer.headers.get('cache-control')]).toEqual([304, '', 'no-store']);
  await grace.choose('Dark');
  await ada.choose('Purple');
  const changed = await get(path(), { 'if-none-match': tag });
  expect(changed.answer.status).toBe(200);
  expect(changed.text).not.toBe(first.text);
  for (const who of [ada, grace]) await who.choose('Green');
});
