import { afterAll, expect, test, vi } from 'vitest';
import { Client, Member, PASSWORD } from '#fixtures/client.ts';
import { createResetLink } from '#server/features/identity/index.ts';
import { breakTable, readPostgresLog } from './support/database/postgres-log.ts';
import { PushService } from './support/push/push-service.ts';
import { openEndpoint, reset, status } from './support/servers/endpoint.ts';
import { openMailServer, tokenOf } from './support/servers/mail-server.ts';
import { startTestServer } from './support/servers/test-server.ts';

const word = () => crypto.randomUUID().slice(0, 13);
const PASSWORDS = Array.from({ length: 4 }, () => `password ${word()}`);
const [password = '', wrongPassword = '', newPassword = '', lostPassword = ''] = PASSWORDS;
/** Each is sent, refused, texted or lost somewhere in the test. */
const WORDS = Array.from({ length: 11 }, () => `dark thoughts ${word()}`);
const EMAILS = ['ada', 'grace', 'edsger'].map((name) => `${name}-${word()}@example.com`);
const [adaEmail = '', graceEmail = '', edsgerEmail = ''] = EMAILS;
const PHONES = ['+1 415 555 0142', '(415) 555-0177', '+44 20 7946 0958'];
const [adaPhone = '', gracePhone = '', formPhone = ''] = PHONES;

/** Everything written to the console. */
const printed: string[] = [];
for (const stream of [process.stdout, process.stderr]) {
  const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
  vi.spyOn(stream, 'write').mockImplementation((...args: unknown[]) => {
    printed.push(String(args[0]));
    return write(...args);
  });
}
for (const method of ['debug', 'log', 'info', 'warn', 'error', 'trace'] as const) {
  vi.spyOn(console, method).mockImplementation((...args) => void printed.push(args.map(String).join(' ')));
}

const [mail, endpoint, push] = [await openMailServer(), await openEndpoint(), await PushService.open()];
afterAll(() => Promise.all([mail.close(), endpoint.close(), push.close()]));
/** What opens an account, a circle, a device or a gateway, as it goes over the wire in this test. */
const secrets: string[] = [...PASSWORDS, ...EMAILS];
const remember = (...values: string[]) => {
  secrets.push(...values);
  return values[0]!;
};
const server = await startTestServer({
  authSecret: remember(`a secret that signs sessions ${word()}`),
  generalMessageUrl: endpoint.address,
  messageEndpointSecret: remember(`endpoint ${word()}`),
  smtp: { url: mail.url, from: 'moodring@example.com' },
  android: {
    ...{ url: 'http://127.0.0.1:9', user: 'u' },
    ...{ password: remember(`phone ${word()}`), webhookKey: remember(`android ${word()}`) },
  },
  pushHosts: [push.host],
});
const { database, visitor } = server;
const { pool } = database;
const { config } = server.moodring.context;
let ada: Member;
let grace: Member;

const spoken = [...WORDS];
const nextWords = () => spoken.pop()!;

async function signUp(email: string, phonenumber: string, words = password): Promise<Member> {
  const profile = { firstname: 'Ada', lastname: 'Lovelace', email, phonenumber };
  const body = { ...profile, name: 'Ada Lovelace', password: words };
  const { body: answer } = await server.visitor.post('/api/identity/sign-up/email', body);
  return new Member(server.origin, { ...profile, uid: answer.user?.id });
}

async function signIn(who: Client, email: string, words: string): Promise<void> {
  await who.signIn(email, words);
  const value = decodeURIComponent(who.cookie.split('=')[1] ?? '');
  if (value) remember(who.cookie, value, value.split('.')[0]!);
}

async function identity(): Promise<void> {
  ada = await signUp(adaEmail, adaPhone);
  grace = await signUp(graceEmail, gracePhone);
  await Promise.all([signUp(edsgerEmail, formPhone), signUp(edsgerEmail, formPhone), signUp(adaEmail, adaPhone)]);
  await signUp(`short-${adaEmail}`, adaPhone, 'short');
  await signIn(new Client(server.origin), adaEmail, wrongPassword);
  await signIn(ada, adaEmail, password);
  await signIn(grace, graceEmail, password);
  const change = { currentPassword: wrongPassword, newPassword };
  await grace.post('/api/identity/change-password', change);
  await grace.post('/api/identity/change-password', { ...change, currentPassword: password });
  await signIn(grace, graceEmail, newPassword);
  await ada.post('/api/identity/update-user', { phonenumber: adaPhone, password });
  await breakTable(database, 'accounts', () => signUp(`lost-${adaEmail}`, adaPhone, lostPassword));
  await breakTable(database, 'sessions', () => signIn(new Client(server.origin), adaEmail, password));
}

async function talk(): Promise<void> {
  await ada.connect(grace);
  expect((await ada.say(grace, nextWords())).status).toBe(200);
  const live = await ada.listen();
  live.send({ type: 'send', id: crypto.randomUUID(), receiver: grace.uid, content: nextWords() });
  await live.next('sent');
  live.send(`{"type": "send", "content": "${nextWords()}"`);
  live.send({ type: 'send', id: 'no id', receiver: grace.uid, content: nextWords() });
  await live.next('rejected');
  await ada.say(grace, `${nextWords()}\0`);
  await ada.call('POST', '/api/messages', undefined, { 'content-type': 'application/json' });
  await breakTable(database, 'messages', () => ada.say(grace, nextWords()));
  await breakTable(database, 'mood_choices', () => ada.choose('Dark'));
}

async function text(): Promise<void> {
  const write = () => ada.post('/api/texts/general', { phoneNumber: formPhone, message: nextWords() });
  const echo =
    (code: number) =>
    (response: Parameters<typeof reset>[0], { body }: Parameters<typeof reset>[1]) =>
      void response.writeHead(code, { 'x-echo': 'yes' }).end(JSON.stringify(body));
  for (const answer of [echo(500), reset, echo(400), status(202, {}, '{')]) {
    endpoint.answer = answer;
    const calls = endpoint.received.length;
    await write();
    await vi.waitFor(() => expect(endpoint.received.length).toBeGreaterThan(calls));
  }
  await vi.waitFor(() => expect(server.log.written()).toContain('A text was given up'));
  await breakTable(database, 'texts', write);
}

async function links(lin: Member): Promise<void> {
  const ask = () => visitor.post('/api/recovery/link', { email: lin.email });
  await ask();
  const token = remember(tokenOf(await mail.next(lin.email)));
  await visitor.post('/api/recovery/link/owner', { token });
  await visitor.post('/api/recovery/link/owner', { token: remember(crypto.randomUUID()) });
  await visitor.post(`/api/recovery/password?token=${remember(crypto.randomUUID())}`, {});
  await breakTable(database, 'one_time_links', ask);
  remember((await createResetLink(pool, config, lin.email))!.split('#')[1]!);
  await lin.post(`/api/users/${lin.uid}/email`, { email: 'lin.new@example.org', password: PASSWORD });
  const change = tokenOf(await mail.next('lin.new@example.org'));
  await breakTable(database, 'users', () => lin.post('/api/recovery/email', { token: remember(change) }));
}

async function codes(lin: Member): Promise<void> {
  const ask = () => lin.post(`/api/users/${lin.uid}/phone/code`);
  const sent = () => endpoint.received.filter(({ body }) => /code/.test(body.message));
  for (const answer of [status(500), status(400), status(202)]) {
    endpoint.answer = answer;
    await ask();
  }
  for (const { body } of sent()) remember(body.message.slice(0, 6));
  await lin.post(`/api/users/${lin.uid}/phone/proof`, { code: '000000', password: PASSWORD });
  await breakTable(database, 'text_codes', ask);
}

async function invitations(lin: Member): Promise<void> {
  const code = await lin.inviteCode();
  await visitor.post('/api/invites/look', { code: remember(code) });
  await visitor.post('/api/invites/look', { code: remember(crypto.randomUUID()) });
  await breakTable(database, 'connections', async () => (await server.signUp()).post('/api/invites/accept', { code }));
  await breakTable(database, 'invites', () => lin.post(`/api/users/${lin.uid}/invite`));
}

async function devices(lin: Member, friend: Member): Promise<void> {
  const { subscription } = push.device('phone');
  const { p256dh, auth } = subscription.keys;
  remember(subscription.endpoint, new URL(subscription.endpoint).pathname, p256dh, auth);
  await breakTable(database, 'push_devices', () => lin.put(`/api/users/${lin.uid}/push`, subscription));
  await lin.put(`/api/users/${lin.uid}/push`, subscription);
  for (const code of [500, 400, 410]) {
    push.answer = (response) => response.writeHead(code).end(subscription.endpoint);
    await lin.post(`/api/users/${lin.uid}/push/test`);
    const before = push.received.length;
    await lin.put(`/api/users/${lin.uid}/push`, subscription);
    await friend.say(lin);
    await vi.waitFor(() => expect(push.received.length).toBeGreaterThan(before));
    await pool.query('delete from pushes');
  }
}

async function outage(): Promise<void> {
  await pool.query('alter table connections rename to gone');
  await Promise.all([ada.circle(), ada.choose('Purple')]);
  await pool.query('alter table gone rename to connections');
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  await ada.circle();
}

// One test, because the logs are compared once, at the end: it takes as long as several.
test('no log has messages, passwords, cookies, phone numbers, links, codes, invitations, or what devices and gateways know', async () => {
  const failures = ['a request failed', 'messages could not be stored', 'A text was given up'];
  for (const message of [...failures, 'A push was refused and given up']) server.expectError(message);
  await identity();
  await talk();
  await text();
  const [lin, friend] = [await server.signUp({ phonenumber: '+14155550144' }), await server.signUp()];
  await lin.connect(friend);
  await links(lin);
  await codes(lin);
  await invitations(lin);
  await devices(lin, friend);
  await outage();
  expect(spoken).toEqual([]);
  const { rows: kept } = await pool.query(
    `select password as secret from accounts where password is not null union all select token from sessions
     union all select private_key from vapid_keys`,
  );
  await server.stop();

  const logs = {
    'the server’s': server.log.written(),
    'the console’s': printed.join('\n'),
    'PostgreSQL’s': await readPostgresLog(database),
  };
  // The logs do have lines about these failures.
  expect(logs['the server’s']).toMatch(/violates check constraint.*was given up.*relation/s);
  expect(logs['the server’s']).toMatch(/pushes.*code could not be sent|code could not be sent.*pushes/s);
  for (const table of ['accounts', 'users', 'text_codes', 'invites', 'push_devices', 'connections'])
    expect(logs['PostgreSQL’s']).toContain(`new row for relation "${table}" violates check constraint "broken"`);

  secrets.push(...WORDS, ...kept.map(({ secret }) => secret));
  expect(secrets.length).toBeGreaterThan(50);
  for (const [whose, log] of Object.entries(logs)) {
    expect(
      secrets.filter((secret) => isIn(log, secret)),
      `${whose} log`,
    ).toEqual([]);
    const digits = log.replace(/(?<=\d)[ ()\-.+]+(?=\d)/g, '');
    const numbers = PHONES.map((phone) => phone.replace(/\D/g, '').slice(-10));
    expect(
      numbers.filter((number) => digits.includes(number)),
      `${whose} log`,
    ).toEqual([]);
  }
}, 60_000);

/** Six digits are also a part of times and ids, so a code must stand alone. */
function isIn(log: string, secret: string): boolean {
  return /^\d{6}$/.test(secret) ? new RegExp(`(?<![\\w.-])${secret}(?![\\w-])`).test(log) : log.includes(secret);
}
