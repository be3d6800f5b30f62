import { afterAll, expect, test, vi } from 'vitest';
import { Client, type Member, PASSWORD } from '#fixtures/client.ts';
import { createResetLink } from '#server/features/identity/index.ts';
import { breakTable, readPostgresLog } from './support/database/postgres-log.ts';
import { PushService } from './support/push/push-service.ts';
import { openEndpoint, status } from './support/servers/endpoint.ts';
import { openMailServer, tokenOf } from './support/servers/mail-server.ts';
import { startTestServer } from './support/servers/test-server.ts';

const [mail, endpoint, push] = [await openMailServer(), await openEndpoint(), await PushService.open()];
afterAll(() => Promise.all([mail.close(), endpoint.close(), push.close()]));
const ANDROID_KEY = `android ${crypto.randomUUID()}`;
const server = await startTestServer({
  generalMessageUrl: endpoint.address,
  messageEndpointSecret: `endpoint ${crypto.randomUUID()}`,
  smtp: { url: mail.url, from: 'moodring@example.com' },
  android: { url: 'http://127.0.0.1:9', user: 'u', password: `phone ${crypto.randomUUID()}`, webhookKey: ANDROID_KEY },
  pushHosts: [push.host],
});
const { database, origin, visitor } = server;
const { pool } = database;
const { config } = server.moodring.context;

/** What opens an account, a circle or a device, as it goes over the wire in this test. */
const secrets: string[] = [
  ...[ANDROID_KEY, config.messageEndpointSecret!, config.android!.password, config.authSecret],
];
const remember = (...values: string[]) => {
  secrets.push(...values);
  return values[0]!;
};

async function links(ada: Member): Promise<void> {
  const ask = () => visitor.post('/api/recovery/link', { email: ada.email });
  await ask();
  const token = remember(tokenOf(await mail.next(ada.email)));
  await visitor.post('/api/recovery/link/owner', { token });
  await visitor.post('/api/recovery/link/owner', { token: remember(crypto.randomUUID()) });
  await visitor.post(`/api/recovery/password?token=${remember(crypto.randomUUID())}`, {});
  await breakTable(database, 'one_time_links', ask);
  remember((await createResetLink(pool, config, ada.email))!.split('#')[1]!);
  await ada.post(`/api/users/${ada.uid}/email`, { email: 'ada.new@example.org', password: PASSWORD });
  const change = tokenOf(await mail.next('ada.new@example.org'));
  await breakTable(database, 'users', () => visitor.post('/api/recovery/email', { token: remember(change) }));
}

async function codes(ada: Member): Promise<void> {
  const ask = () => ada.post(`/api/users/${ada.uid}/phone/code`);
  const sent = () => endpoint.received.filter(({ body }) => /code/.test(body.message));
  for (const answer of [status(500), status(400), status(202)]) {
    endpoint.answer = answer;
    await ask();
  }
  for (const { body } of sent()) remember(body.message.slice(0, 6));
  await ada.post(`/api/users/${ada.uid}/phone/proof`, { code: '000000' });
  await breakTable(database, 'text_codes', ask);
}

async function invitations(ada: Member): Promise<void> {
  const code = (await ada.get(`/api/users/${ada.uid}/invite`)).body.link.split('#')[1];
  await visitor.post('/api/invites/look', { code: remember(code) });
  await visitor.post('/api/invites/look', { code: remember(crypto.randomUUID()) });
  await breakTable(database, 'connections', async () => (await server.signUp()).post('/api/invites/accept', { code }));
  await breakTable(database, 'invites', () => ada.post(`/api/users/${ada.uid}/invite`));
}

async function devices(ada: Member, grace: Member): Promise<void> {
  const { subscription } = push.device('phone');
  const { p256dh, auth } = subscription.keys;
  remember(subscription.endpoint, new URL(subscription.endpoint).pathname, p256dh, auth);
  await breakTable(database, 'push_devices', () => ada.put(`/api/users/${ada.uid}/push`, subscription));
  await ada.put(`/api/users/${ada.uid}/push`, subscription);
  for (const code of [500, 400, 410]) {
    push.answer = (response) => response.writeHead(code).end(subscription.endpoint);
    await ada.post(`/api/users/${ada.uid}/push/test`);
    const before = push.received.length;
    await ada.put(`/api/users/${ada.uid}/push`, subscription);
    await grace.post('/api/messages', { id: crypto.randomUUID(), receiver: ada.uid, content: 'Hello' });
    await vi.waitFor(() => expect(push.received.length).toBeGreaterThan(before));
    await pool.query('delete from pushes');
  }
}

test('no log has links, codes, invitations, or the addresses and keys of devices and gateways', async () => {
  for (const message of ['a request failed', 'A push was refused and given up']) server.expectError(message);
  const [ada, grace] = [await server.signUp({ phonenumber: '+14155550142' }), await server.signUp()];
  await ada.connect(grace);
  await links(ada);
  await new Client(origin).signIn(ada.email, PASSWORD);
  await codes(ada);
  await invitations(ada);
  await devices(ada, grace);
  const { rows } = await pool.query('select private_key as key from vapid_keys');
  remember(rows[0].key);
  await server.stop();

  const logs = {
    'the server’s': server.log.written(),
    'PostgreSQL’s': await readPostgresLog(database),
  };
  // The logs do have lines about these failures.
  for (const table of ['users', 'text_codes', 'invites', 'push_devices', 'connections'])
    expect(logs['PostgreSQL’s']).toContain(`new row for relation "${table}" violates check constraint "broken"`);
  expect(logs['the server’s']).toMatch(/pushes.*code could not be sent|code could not be sent.*pushes/s);
  expect(secrets.length).toBeGreaterThan(15);
  for (const [whose, log] of Object.entries(logs)) {
    expect(
      secrets.filter((secret) => isIn(log, secret)),
      `${whose} log`,
    ).toEqual([]);
  }
});

/** Six digits are also a part of times and ids, so a code must stand alone. */
function isIn(log: string, secret: string): boolean {
  return /^\d{6}$/.test(secret) ? new RegExp(`(?<![\\w.-])${secret}(?![\\w-])`).test(log) : log.includes(secret);
}
