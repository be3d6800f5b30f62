import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openEndpoint, status, type TestEndpoint } from '#tests/support/servers/endpoint.ts';

const SECRET = 'the secret of the endpoints';
const TEXT = { phoneNumber: '(415) 555-0100', message: ' Hello\n' };

let gateway: TestEndpoint;

beforeEach(async () => {
  gateway = await openEndpoint();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.resetModules();
  await gateway.close();
});

/** Loads the function with these settings, as its host does. */
async function load(name: 'general' | 'welcome', settings: Record<string, string>) {
  const none = { GENERAL_MESSAGE_URL: '', WELCOME_MESSAGE_URL: '', MESSAGE_ENDPOINT_SECRET: '' };
  for (const [key, value] of Object.entries({ ...none, ...settings })) vi.stubEnv(key, value);
  const { default: hosted } = await (name === 'general' ? import('./general.ts') : import('./welcome.ts'));
  return (headers: Record<string, string> = { authorization: `Bearer ${SECRET}` }, text = TEXT) =>
    hosted.fetch(new Request('https://fn.example/', { method: 'POST', headers, body: JSON.stringify(text) }));
}

const general = () => load('general', { GENERAL_MESSAGE_URL: gateway.address, MESSAGE_ENDPOINT_SECRET: SECRET });

test.each(['general', 'welcome'] as const)('%s hands the text to its gateway, under the caller’s id', async (name) => {
  const call = await load(name, {
    [`${name.toUpperCase()}_MESSAGE_URL`]: gateway.address,
    MESSAGE_ENDPOINT_SECRET: SECRET,
  });
  const response = await call({ authorization: `Bearer ${SECRET}`, 'idempotency-key': 'text-1' });
  expect([response.status, await response.json()]).toEqual([202, {}]);
  expect(gateway.received.map(({ body }) => body)).toEqual([TEXT]);
  expect(gateway.received[0]?.headers).toMatchObject({
    'idempotency-key': 'text-1',
    authorization: `Bearer ${SECRET}`,
  });
});

test('a caller without the secret is refused, and all callers when no secret is set', async () => {
  const guarded = await general();
  expect((await guarded({})).status).toBe(401);
  expect((await guarded({ authorization: 'Bearer something else' })).status).toBe(401);
  vi.resetModules();
  const open = await load('general', { GENERAL_MESSAGE_URL: gateway.address });
  for (const authorization of ['', 'Bearer ', 'Bearer undefined'])
    expect((await open({ authorization })).status).toBe(401);
  expect(gateway.received).toEqual([]);
});

test.each([
  [500, 503, 'unavailable'],
  [401, 502, 'unavailable'],
  [404, 502, 'unavailable'],
  // A text that the gateway refuses is refused: coming again would not help.
  [400, 400, 'invalid'],
  [413, 400, 'invalid'],
  [422, 400, 'invalid'],
])('a gateway’s %i becomes %i (%s), and its Retry-After is passed on', async (theirs, ours, code) => {
  gateway.answer = status(theirs, { 'retry-after': '30' });
  const response = await (await general())();
  expect([response.status, response.headers.get('retry-after')]).toEqual([ours, ours === 503 ? '30' : null]);
  const message = expect.stringContaining(`the endpoint answered ${theirs}`);
  expect((await response.json()).error).toEqual({ code, message });
});

test.each(['7', '911', '+1 900 555 0123'])('a text to %s is refused, and not handed on', async (phoneNumber) => {
  const response = await (await general())(undefined, { ...TEXT, phoneNumber });
  expect([response.status, (await response.json()).error.code]).toEqual([400, 'invalid']);
  expect(gateway.received).toEqual([]);
});

test('without a gateway the caller is asked to try again', async () => {
  const response = await (await load('general', { MESSAGE_ENDPOINT_SECRET: SECRET }))();
  expect(response.status).toBe(503);
  expect((await response.json()).error.message).toBe('No gateway is set for general texts.');
});

test('functions that name each other as gateways do not loop', async () => {
  const call = await general();
  gateway.answer = async (response, received) => {
    const again = await call(received.headers as Record<string, string>);
    status(again.status)(response, received);
  };
  expect((await call()).status).toBe(503);
  expect(gateway.received).toHaveLength(1);
});

test('invalid settings fail when the function is loaded', async () => {
  await expect(
    load('general', { GENERAL_MESSAGE_URL: 'not an address', MESSAGE_ENDPOINT_SECRET: 'short' }),
  ).rejects.toThrow(
    /GENERAL_MESSAGE_URL must be an http or https address[\s\S]*MESSAGE_ENDPOINT_SECRET must have at least 16 characters/,
  );
});
