import { expect, test } from 'vitest';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { askRaw } from '#tests/support/wire/raw-request.ts';
import { signAsTwilio } from '#tests/support/wire/sign-webhook.ts';
import { WEBHOOKS } from '../gateways/webhook-addresses.ts';

const TOKEN = 'the token of the account';
const KEY = 'the key of the app';
const SECRET = 'the secret of the endpoint';
const { origin, log, allRows } = await startTestServer({
  twilio: { accountSid: `AC${'7'.repeat(32)}`, authToken: TOKEN, from: '+14155550199' },
  android: { url: 'http://127.0.0.1:9', user: 'u', password: 'p', webhookKey: KEY },
  messageEndpointSecret: SECRET,
  rateLimits: true,
});

const STATUS = `/api/texts/${crypto.randomUUID()}/status`;
const PATHS = [WEBHOOKS.android, WEBHOOKS.twilio, WEBHOOKS.incoming, STATUS];
const FORM = 'application/x-www-form-urlencoded';
const post = (path: string, body: string, headers: Record<string, string>) =>
  fetch(origin + path, { method: 'POST', headers, body });

test('a flood of calls without a signature changes no row, and writes a few log lines', async () => {
  const before = await allRows();
  const start = log.lines.length;
  const calls = Array.from({ length: 200 }, (_, n) => {
    const path = PATHS[n % PATHS.length]!;
    const isForm = path === WEBHOOKS.twilio;
    return post(path, isForm ? 'From=%2B14155550101&Body=STOP' : '{"event":"sms:received","payload":{}}', {
      'content-type': isForm ? FORM : 'application/json',
      'x-signature': 'ab'.repeat(32),
      'x-timestamp': String(Math.floor(Date.now() / 1000)),
    });
  });
  for (const { status } of await Promise.all(calls)) expect(status).toBe(403);
  expect(await allRows()).toBe(before);
  const written = log.lines.slice(start).filter(({ event }) => event === 'not-the-gateway');
  expect(written.length).toBeGreaterThan(0);
  expect(written.length).toBeLessThanOrEqual(20);
});

test('Twilio’s signature counts for APP_URL, whatever host a proxy or a caller names', async () => {
  const says = (address: string) => {
    const { body, headers } = signAsTwilio(TOKEN, address, { From: '+14155550101', Body: 'nothing to read' });
    const lines = [
      `POST ${WEBHOOKS.incoming} HTTP/1.1`,
      'host: inside.example:8080',
      'x-forwarded-host: evil.example',
      'x-forwarded-proto: https',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
    ];
    return askRaw(origin, `${lines.join('\r\n')}\r\n\r\n${body}`);
  };
  expect((await says(origin + WEBHOOKS.incoming)).status).toBe(200);
  for (const host of ['http://inside.example:8080', 'https://evil.example', 'http://evil.example'])
    expect((await says(host + WEBHOOKS.incoming)).status).toBe(403);
});

test.each([
  [200, 200],
  [201, 403],
])('of a form with %i fields Twilio’s signature gets %i', async (fields, status) => {
  const form = Object.fromEntries(Array.from({ length: fields }, (_, n) => [`Field${n}`, '']));
  const { body, headers } = signAsTwilio(TOKEN, origin + WEBHOOKS.incoming, form);
  expect((await post(WEBHOOKS.incoming, body, headers)).status).toBe(status);
});
