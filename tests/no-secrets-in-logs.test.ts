import { afterAll, expect, test, vi } from 'vitest';
import { Client, Member } from '#fixtures/client.ts';
import { breakTable, readPostgresLog } from './support/database/postgres-log.ts';
import { openEndpoint, reset, status } from './support/servers/endpoint.ts';
import { startTestServer } from './support/servers/test-server.ts';

const word = () => crypto.randomUUID().slice(0, 13);
const ENDPOINT_SECRET = `endpoint ${word()}`;
const AUTH_SECRET = `a secret that signs sessions ${word()}`;
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

const endpoint = await openEndpoint();
afterAll(() => endpoint.close());
const server = await startTestServer({
  generalMessageUrl: endpoint.address,
  messageEndpointSecret: ENDPOINT_SECRET,
  authSecret: AUTH_SECRET,
});
const { database } = server;
const { pool } = database;
let ada: Member;
let grace: Member;
const tokens: string[] = [];

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
  if (value) tokens.push(who.cookie, value, value.split('.')[0]!);
}

const say = (content: string) => ada.post('/api/messages', { id: crypto.randomUUID(), receiver: grace.uid, content });

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
  await ada.post('/api/identity/update-user', { phonenumber: adaPhone });
  await breakTable(database, 'accounts', () => signUp(`lost-${adaEmail}`, adaPhone, lostPassword));
  await breakTable(database, 'sessions', () => signIn(new Client(server.origin), adaEmail, password));
}

async function talk(): Promise<void> {
  await ada.connect(grace);
  expect((await say(nextWords())).status).toBe(200);
  const live = await ada.listen();
  live.send({ type: 'send', id: crypto.randomUUID(), receiver: grace.uid, content: nextWords() });
  await live.next('sent');
  live.send(`{"type": "send", "content": "${nextWords()}"`);
  live.send({ type: 'send', id: 'no id', receiver: grace.uid, content: nextWords() });
  await live.next('rejected');
  await say(`${nextWords()}\0`);
  await ada.call('POST', '/api/messages', undefined, { 'content-type': 'application/json' });
  await breakTable(database, 'messages', () => say(nextWords()));
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

test('no log has messages, passwords, cookies or phone numbers, in normal use and in failures', async () => {
  for (const message of ['a request failed', 'messages could not be stored', 'A text was given up']) {
    server.expectError(message);
  }
  await identity();
  await talk();
  await text();
  await outage();
  expect(spoken).toEqual([]);
  const { rows: hashes } = await pool.query('select password from accounts where password is not null');
  const { rows: sessions } = await pool.query('select token from sessions');
  await server.stop();

  const logs = {
    'the server’s': server.log.written(),
    'the console’s': printed.join('\n'),
    'PostgreSQL’s': await readPostgresLog(database),
  };
  // The logs do have lines about these failures.
  expect(logs['the server’s']).toMatch(/violates check constraint.*was given up.*relation/s);
  expect(logs['PostgreSQL’s']).toMatch(/ERROR: {2}new row for relation "accounts" violates check constraint "broken"/);

  expect(tokens.length).toBeGreaterThan(6);
  const secrets = [
    ...[...WORDS, ...PASSWORDS, ...EMAILS, ...tokens, ENDPOINT_SECRET, AUTH_SECRET],
    ...hashes.map(({ password }) => password),
    ...sessions.map(({ token }) => token),
  ];
  for (const [whose, log] of Object.entries(logs)) {
    expect(
      secrets.filter((secret) => log.includes(secret)),
      `${whose} log`,
    ).toEqual([]);
    const digits = log.replace(/(?<=\d)[ ()\-.+]+(?=\d)/g, '');
    const numbers = PHONES.map((phone) => phone.replace(/\D/g, '').slice(-10));
    expect(
      numbers.filter((number) => digits.includes(number)),
      `${whose} log`,
    ).toEqual([]);
  }
});
