import { expect, test } from 'vitest';
import { status } from '#tests/support/servers/endpoint.ts';
import { createTestLog } from '#tests/support/servers/log.ts';
import { openTestEndpoint } from '#tests/support/servers/test-endpoint.ts';
import { APP_EVENTS, webhookJobs } from './register-webhooks.ts';

const phone = await openTestEndpoint();

const APP_URL = 'https://moodring.example';
const { log, lines } = createTestLog();
const never = new AbortController().signal;
const jobs = (appUrl = APP_URL, webhookKey: string | undefined = 'the key of the app') => {
  const android = { url: new URL(phone.address).origin, user: 'sms', password: 'of the app', webhookKey };
  return webhookJobs({ config: { appUrl, android }, log });
};
const bodies = () => phone.received.map(({ body }) => body as object as { id: string; url: string; event: string });

test('the app is told where to report each event, by every start and node in the same way', async () => {
  phone.answer = status(201, {}, '{}');
  for (const job of [...jobs(), ...jobs()]) await job.run(never);
  expect(phone.received).toHaveLength(8);
  expect(new Set(bodies().map(({ event }) => event))).toEqual(new Set(APP_EVENTS));
  expect(new Set(bodies().map(({ url }) => url))).toEqual(new Set([`${APP_URL}/api/texts/android`]));
  expect(new Set(bodies().map(({ id }) => id)).size).toBe(4);
  expect(phone.received[0]).toMatchObject({
    path: '/webhooks',
    headers: { authorization: `Basic ${btoa('sms:of the app')}` },
  });
});

test('it is tried again until the phone is there, and then no more', async () => {
  const answers = [status(503), status(201), status(503)];
  phone.answer = (...call) => (answers.shift() ?? status(201))(...call);
  const [job] = jobs();
  lines.length = 0;
  for (let tries = 0; tries < 2; tries++)
    await expect(job!.run(never)).rejects.toThrow('The Android phone answered 503');
  for (let tries = 0; tries < 2; tries++) await job!.run(never);
  expect(bodies().map(({ event }) => event)).toEqual([APP_EVENTS[0], APP_EVENTS[0], APP_EVENTS[1], ...APP_EVENTS]);
  expect(lines).toMatchObject([{ level: 30, msg: 'The Android phone reports about its texts to this app' }]);
});

test('a stop ends a try at once', async () => {
  const stopping = new AbortController();
  phone.answer = () => stopping.abort();
  await expect(jobs()[0]!.run(stopping.signal)).rejects.toThrow('aborted');
  expect(phone.received).toHaveLength(1);
});

test.each([
  ['without https', 'http://moodring.example', 'the key of the app'],
  ['on this machine', 'https://localhost', 'the key of the app'],
  ['without a signing key', APP_URL, ''],
])('no address is given to the app %s', (_, appUrl, webhookKey) => {
  expect(jobs(appUrl, webhookKey)).toEqual([]);
});
