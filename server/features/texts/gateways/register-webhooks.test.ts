import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openEndpoint, status, type TestEndpoint } from '#tests/support/servers/endpoint.ts';
import { createTestLog } from '#tests/support/servers/log.ts';
import { APP_EVENTS, registerWebhooks } from './register-webhooks.ts';

let phone: TestEndpoint;
beforeEach(async () => {
  phone = await openEndpoint();
});
afterEach(() => phone.close());

const APP_URL = 'https://moodring.example';
const { log, lines } = createTestLog();
const settings = (appUrl = APP_URL, webhookKey: string | undefined = 'the key of the app') => {
  const url = new URL(phone.address).origin;
  return { appUrl, android: { url, user: 'sms', password: 'of the app', webhookKey } };
};
const bodies = () => phone.received.map(({ body }) => body as object as { id: string; url: string; event: string });

test('the app is told where to report each event, by every start and node in the same way', async () => {
  phone.answer = status(201, {}, '{}');
  const stops = [registerWebhooks(settings(), log), registerWebhooks(settings(), log)];
  await vi.waitFor(() => expect(phone.received).toHaveLength(8));
  await Promise.all(stops.map((stop) => stop()));
  expect(new Set(bodies().map(({ event }) => event))).toEqual(new Set(APP_EVENTS));
  expect(new Set(bodies().map(({ url }) => url))).toEqual(new Set([`${APP_URL}/api/texts/android`]));
  expect(new Set(bodies().map(({ id }) => id)).size).toBe(4);
  expect(phone.received[0]).toMatchObject({
    path: '/webhooks',
    headers: { authorization: `Basic ${btoa('sms:of the app')}` },
  });
});

test('it is tried again until the phone is there, and logged once', async () => {
  const answers = [status(503), status(201), status(503)];
  phone.answer = (...call) => (answers.shift() ?? status(201))(...call);
  lines.length = 0;
  const stop = registerWebhooks(settings(), log, 1);
  await vi.waitFor(() => expect(lines).toHaveLength(2));
  await stop();
  expect(bodies().map(({ event }) => event)).toEqual([APP_EVENTS[0], APP_EVENTS[0], APP_EVENTS[1], ...APP_EVENTS]);
  expect(lines).toMatchObject([
    { level: 40, reason: 'it answered 503', msg: 'The Android phone does not take our webhooks yet: trying again' },
    { level: 30, msg: 'The Android phone reports about its texts to this app' },
  ]);
});

test('a stop ends the tries at once', async () => {
  phone.answer = () => {};
  const stop = registerWebhooks(settings(), log);
  await vi.waitFor(() => expect(phone.received).toHaveLength(1));
  await stop();
  expect(phone.received).toHaveLength(1);
});

test.each([
  ['without https', 'http://moodring.example', 'the key of the app'],
  ['on this machine', 'https://localhost', 'the key of the app'],
  ['without a signing key', APP_URL, ''],
])('no address is given to the app %s', async (_, appUrl, webhookKey) => {
  await registerWebhooks(settings(appUrl, webhookKey), log)();
  expect(phone.received).toEqual([]);
});
