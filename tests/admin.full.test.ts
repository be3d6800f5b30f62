import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { SESSION_ENDED_CLOSE_CODE } from '#contract/sizes.ts';
import { Client, type Member, PASSWORD, signUp } from '#fixtures/client.ts';
import { someAccount, writeFirebaseExport } from '#fixtures/firebase-export.ts';
import { withTimeout } from '#server/http/with-timeout.ts';
import { someSubscription } from '#tests/support/push/subscription.ts';
import { App } from '#tests/support/servers/app-process.ts';
import { status } from '#tests/support/servers/endpoint.ts';
import { openMailServer } from '#tests/support/servers/mail-server.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

// Each command is a process of its own, which takes a second of CPU to start.
vi.setConfig({ testTimeout: 120_000 });

const ROOT = join(import.meta.dirname, '..');
/** The cache is that of `npm run admin`. */
const { PATH, HOME } = process.env;
const ENVIRONMENT = { PATH, HOME, NODE_COMPILE_CACHE: 'node_modules/.cache/node' };

let app: App;
beforeAll(async () => {
  app = await App.open();
}, 60_000);
afterAll(() => app.close());

/** The server's own settings. */
const settings = (): Record<string, string> => ({
  ...{ APP_URL: app.url, DATA_DIR: app.dataDir, GENERAL_MESSAGE_URL: app.endpoint.address },
});

/** Runs the real command, without a terminal. */
async function admin(args: string[], overrides: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['bin/admin.ts', ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...ENVIRONMENT, ...settings(), ...overrides },
  });
  const [out, error, [exitCode]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { out, error, exitCode };
}

async function json(...args: string[]) {
  const { out, exitCode } = await admin([...args, '--json']);
  // biome-ignore lint/suspicious/noExplicitAny: tests check the answers
  return { exitCode, data: JSON.parse(out) as any };
}

let people = 0;
const newPerson = (firstname = 'Ada') => signUp(app.url, { firstname, email: `admin${++people}@example.com` });

const info = (who: Member) => who.get(`/api/users/${who.uid}/info`);

test('the help lists every command, and wrong usage has exit code 2', async () => {
  const { out, exitCode } = await admin(['help']);
  expect(exitCode).toBe(0);
  const commands = `status, person list, person sign-out EMAIL, person suspend EMAIL, person delete EMAIL, person export EMAIL,
    person reset-password EMAIL, invite, push list EMAIL, test push EMAIL, test mail ADDRESS, test text NUMBER,
    texts list, texts retry ID, texts cancel ID, check-config, import firebase`;
  for (const name of commands.split(/,\s+/)) expect(out).toContain(name);
  const wrong = [
    '',
    'person',
    'nothing',
    'person list --wrong',
    'person delete',
    'texts retry x',
    'import firebase',
  ].map((command) => command.split(' ').filter(Boolean));
  const answers = await Promise.all(wrong.map((args) => admin(args)));
  expect(answers.map(({ exitCode }) => exitCode)).toEqual(wrong.map(() => 2));
});

test('people are listed and searched, as a table and as JSON', async () => {
  const ada = await newPerson('Adalinde');
  const { out } = await admin(['person', 'list']);
  expect(out).toContain(ada.email);
  const { data, exitCode } = await json('person', 'list', '--search', 'ADALIN');
  expect([exitCode, data]).toMatchObject([0, [{ uid: ada.uid, email: ada.email, suspendedAt: null }]]);
  expect((await json('person', 'list', '--search', '%')).data).toEqual([]);
});

test('reports are listed without those that are done, shown with their messages, and marked as done', async () => {
  const [ada, sam] = [await newPerson(), await newPerson('Sam')];
  await ada.connect(sam);
  await sam.say(ada, 'Where\u2028are you?');
  await ada.post('/api/reports', { uid: sam.uid, reason: 'He writes all night.', withMessages: true });
  const { data } = await json('report', 'list');
  expect(data).toMatchObject([{ reporter: ada.email, reported: sam.email, doneAt: null }]);
  const id = (data as { id: string }[])[0]!.id;
  expect((await admin(['report', 'list'])).out).toContain('He writes all night.');
  const { out } = await admin(['report', 'show', id]);
  expect(out).toContain(`About: ${sam.email}`);
  expect(out).toContain('reported: Where\ufffdare you?');
  expect((await json('report', 'show', id)).data).toMatchObject({ messages: [{ by: 'reporter' }, { by: 'reported' }] });
  expect((await admin(['report', 'done', id])).exitCode).toBe(0);
  expect((await json('report', 'list')).data).toEqual([]);
  expect((await json('report', 'list', '--all')).data).toMatchObject([{ id, doneAt: expect.any(String) }]);
  expect((await admin(['report', 'show', crypto.randomUUID()])).exitCode).toBe(1);
  expect((await admin(['report', 'done', 'x'])).exitCode).toBe(2);
});

test('a sign-out ends sessions at once, and sockets within 5 s', async () => {
  const ada = await newPerson();
  const live = await ada.listen();
  expect((await admin(['person', 'sign-out', ada.email.toUpperCase()])).exitCode).toBe(0);
  expect((await info(ada)).status).toBe(401);
  expect(await withTimeout(5_000, live.closed)).toMatchObject({ code: SESSION_ENDED_CLOSE_CODE });
  await ada.signIn(ada.email, PASSWORD);
  expect((await info(ada)).status).toBe(200);
});

test('a suspended person is signed out and refused in plain words, until it is lifted', async () => {
  const [ada, grace] = [await newPerson(), await newPerson('Grace')];
  await ada.connect(grace);
  const plan = { days: [1], at: '09:00', until: '12:00', zone: 'UTC', friends: [ada.uid] };
  await grace.put(`/api/users/${grace.uid}/check-in`, plan);
  await ada.put(`/api/users/${ada.uid}/check-ins/${grace.uid}`, { agrees: true });
  const [live, friend] = [await ada.listen(), await grace.listen()];
  expect((await json('person', 'suspend', ada.email)).data).toMatchObject({ uid: ada.uid, isSuspended: true });
  await friend.next('refetch');
  expect((await info(ada)).status).toBe(401);
  expect(await withTimeout(5_000, live.closed)).toMatchObject({ code: SESSION_ENDED_CLOSE_CODE });
  const refused = await ada.signIn(ada.email, PASSWORD);
  expect([refused.status, refused.body.message]).toEqual([
    403,
    'This account is suspended. Ask the person who runs this Moodring.',
  ]);
  // A wrong password says nothing about the account.
  expect((await ada.signIn(ada.email, 'not the password')).body.message).toBe('Invalid email or password');
  await admin(['person', 'suspend', ada.email, '--lift']);
  expect((await ada.signIn(ada.email, PASSWORD)).status).toBe(200);
});

test('sign-ins at the moment of a suspension leave no session', async () => {
  const ada = await newPerson();
  const signIns = Array.from({ length: 10 }, () => new Client(app.url).signIn(ada.email, PASSWORD));
  await Promise.all([admin(['person', 'suspend', ada.email]), ...signIns]);
  expect(await app.sql('select from sessions where user_id = $1', [ada.uid])).toEqual([]);
});

test('a delete needs --yes without a terminal, and does all that leaving does', async () => {
  const [ada, grace] = [await newPerson(), await newPerson('Grace')];
  await ada.connect(grace);
  const refused = await admin(['person', 'delete', ada.email]);
  expect([refused.exitCode, refused.error]).toEqual([1, 'Nothing was deleted. Without a terminal, add --yes.\n']);
  const friend = await grace.listen();
  const live = await ada.listen();
  expect((await admin(['person', 'delete', ada.email, '--yes'])).exitCode).toBe(0);
  expect((await info(ada)).status).toBe(401);
  expect((await grace.circle()).body).toEqual([]);
  expect(await withTimeout(5_000, live.closed)).toMatchObject({ code: SESSION_ENDED_CLOSE_CODE });
  await friend.next('refetch');
  expect((await admin(['person', 'delete', ada.email, '--yes'])).exitCode).toBe(1);
});

test('an export is the one that the person gets', async () => {
  const ada = await newPerson();
  await ada.choose('Yellow');
  const { data } = await json('person', 'export', ada.email);
  const { devices, ...own } = (await ada.get(`/api/users/${ada.uid}/export`)).body;
  expect(data).toMatchObject(own);
  expect(data.devices).toHaveLength(devices.length);
});

test('a failed text is listed, queued again and sent; a waiting one is cancelled', async () => {
  const ada = await newPerson();
  const send = () => ada.post('/api/texts/general', { phoneNumber: '+14155550199', message: 'Are you there?' });
  const statusOf = async (id: string) => (await app.sql('select status from texts where id = $1', [id]))[0]?.status;
  app.endpoint.answer = status(400);
  await send();
  await expect.poll(() => app.sql(`select from texts where status = 'failed'`), { timeout: 20_000 }).toHaveLength(1);
  const [failed] = (await json('texts', 'list', '--status', 'failed')).data;
  expect(JSON.stringify(failed)).not.toMatch(/4155550199|Are you there/);
  app.endpoint.answer = status(202);
  expect((await admin(['texts', 'retry', failed.id])).exitCode).toBe(0);
  await expect.poll(() => statusOf(failed.id), { timeout: 20_000 }).toBe('sent');
  expect((await admin(['texts', 'retry', failed.id])).error).toBe('The text is sent, so nothing changed.\n');

  const id = crypto.randomUUID();
  await app.sql(
    `insert into texts (id, kind, cause, status, phone_number, message, next_attempt_at)
     values ($1, 'general', 'form', 'queued', '+14155550199', 'later', now() + interval '10 minutes')`,
    [id],
  );
  expect((await admin(['texts', 'cancel', id])).exitCode).toBe(0);
  expect(await statusOf(id)).toBe('cancelled');
  expect((await admin(['texts', 'cancel', crypto.randomUUID()])).exitCode).toBe(1);
  expect((await admin(['texts', 'list', '--status', 'lost'])).exitCode).toBe(2);
});

test('a test text goes to the gateway, and its refusal is told', async () => {
  const { exitCode, data } = await json('test', 'text', '(415) 555-0142');
  expect([exitCode, data.phoneNumber]).toEqual([0, '+14155550142']);
  expect(app.textsTo('+14155550142')).toEqual([`This is a test of Moodring (${app.url}). Texts arrive here.`]);
  expect((await admin(['test', 'text', '911'])).error).toContain('That is not a whole phone number.');
  app.endpoint.answer = status(400);
  expect((await admin(['test', 'text', '+14155550142'])).exitCode).toBe(1);
  app.endpoint.answer = status(202);
  expect((await admin(['test', 'text', '+14155550142'], { GENERAL_MESSAGE_URL: '' })).error).toContain(
    'No gateway is set',
  );
});

test('no test text goes to a phone that texted STOP', async () => {
  await app.sql(`insert into text_stops (phone, stopped, said_at) values ('+14155550143', true, now())`);
  const { exitCode, error } = await admin(['test', 'text', '(415) 555-0143']);
  expect([exitCode, error]).toEqual([1, expect.stringContaining('STOP was texted from that phone')]);
  expect(app.textsTo('+14155550143')).toEqual([]);
});

test('a name cannot move the cursor of the operator’s terminal, nor forge a line', async () => {
  const ada = await newPerson();
  const hostile = 'Eve\u001b[2J\r\nadmin\u009b0m\u202e';
  await app.sql('update users set firstname = $2 where id = $1', [ada.uid, hostile]);
  const outputs = [
    (await admin(['person', 'list', '--search', ada.email])).out,
    (await admin(['person', 'list', '--search', ada.email, '--json'])).out,
    (await admin(['person', 'export', ada.email])).out,
    (await admin(['person', 'sign-out', ada.email])).out,
  ];
  for (const out of outputs) {
    expect(out).toContain('Eve');
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  }
  const [list, json, , signedOut] = outputs;
  expect(list!.trimEnd().split('\n')).toHaveLength(2);
  expect(JSON.parse(json!)[0].name).toBe(`${hostile} Lovelace`);
  expect(signedOut!.trimEnd().split('\n')).toHaveLength(1);
});

test('a person who forgot the password gets a link that works once', async () => {
  const ada = await newPerson();
  const { data } = await json('person', 'reset-password', ada.email.toUpperCase());
  const [address, token] = data.link.split('#');
  expect(address).toBe(`${app.url}/new-password`);
  const reset = () => new Client(app.url).post('/api/recovery/password', { token, password: 'a rather new password' });
  expect((await reset()).status).toBe(200);
  expect((await info(ada)).status).toBe(401);
  expect((await ada.signIn(ada.email, PASSWORD)).status).toBe(401);
  expect((await ada.signIn(ada.email, 'a rather new password')).status).toBe(200);
  expect((await reset()).status).toBe(400);
  expect(await app.sql('select email_verified from users where id = $1', [ada.uid])).toEqual([
    { email_verified: false },
  ]);
  expect((await admin(['person', 'reset-password', 'nobody@example.com'])).exitCode).toBe(1);
});

test('an invitation lets as many people look at it as the operator says', async () => {
  const { data } = await json('invite', '--uses', '2', '--days', '1');
  const [address, code] = data.link.split('#');
  expect([address, data.uses]).toEqual([`${app.url}/join`, 2]);
  expect((await new Client(app.url).post('/api/invites/look', { code })).body).toMatchObject({ connects: false });
  for (const wrong of ['0', '1.5', 'many', '366']) expect((await admin(['invite', '--days', wrong])).exitCode).toBe(2);
});

test('the devices of a person are listed without their addresses; a push that fails says why', async () => {
  const ada = await newPerson();
  expect((await admin(['test', 'push', ada.email])).error).toContain('No device of Ada Lovelace gets notifications.');
  const { endpoint, keys } = someSubscription();
  await app.sql(
    `insert into push_devices (session_id, uid, service, endpoint, p256dh, auth)
     select id, user_id, 'push.example', $2, $3, $4 from sessions where user_id = $1`,
    [ada.uid, endpoint, keys.p256dh, keys.auth],
  );
  const { data } = await json('push', 'list', ada.email);
  expect(data).toMatchObject([{ service: 'push.example', about: 'all', showNames: false }]);
  expect(JSON.stringify(data)).not.toContain(endpoint);
  const { exitCode, error } = await admin(['test', 'push', ada.email]);
  expect([exitCode, error]).toEqual([1, expect.stringContaining('push.example: ')]);
  expect(error).not.toContain(endpoint);
});

test('a test mail goes to the mail server, and its refusal is told', async () => {
  expect((await admin(['test', 'mail', 'ada@example.com'])).error).toContain('No mail server is set');
  const mail = await openMailServer();
  onTestFinished(() => mail.close());
  const smtp = { SMTP_URL: mail.url, MAIL_FROM: 'moodring@example.com' };
  expect((await admin(['test', 'mail', 'ada@example.com'], smtp)).exitCode).toBe(0);
  expect(mail.received).toMatchObject([{ to: 'ada@example.com' }]);
  mail.answers['RCPT TO'] = '550 nobody here';
  expect((await admin(['test', 'mail', 'ada@example.com'], smtp)).exitCode).toBe(1);
});

test('check-config names faults, and a server that does not run', async () => {
  const { exitCode, out } = await admin(['check-config']);
  expect([exitCode, out]).toEqual([0, expect.stringContaining('The settings have no fault.')]);
  const faulty = await admin(['check-config'], { PORT: 'many' });
  expect([faulty.exitCode, faulty.error]).toEqual([1, expect.stringContaining('PORT must be a port number')]);
  const empty = temporaryFolder(onTestFinished);
  const none = await admin(['person', 'list'], { DATA_DIR: empty });
  expect([none.exitCode, none.error]).toEqual([1, expect.stringContaining(`There is no database in ${empty}`)]);
});

test('nothing is started when the server does not run', async () => {
  await app.stop();
  const { exitCode, error } = await admin(['person', 'list']);
  expect([exitCode, error]).toEqual([1, expect.stringContaining(`No Moodring runs on ${app.dataDir}.`)]);
  await app.start();
});

test('a dry run of an import says what it would take, and the import takes it', async () => {
  const folder = temporaryFolder(onTestFinished);
  const accounts = [someAccount(900), { localId: 'anonymous' }];
  const { users, database, hash } = writeFirebaseExport(folder, { accounts, users: {}, messages: {} });
  const files = ['--users', users, '--database', database, '--hash', hash];
  const { out, exitCode } = await admin(['import', 'firebase', ...files, '--dry-run']);
  expect(exitCode).toBe(0);
  expect(out.trim().split('\n')).toEqual([
    'The files have 2 people and 0 messages.',
    'New: 1 people, 1 of them with their password; 0 friendships; 0 messages.',
    '1 × a person without an email, not taken (anonymous)',
    'Nothing was stored: this was a dry run.',
  ]);
  expect((await admin(['person', 'list'])).out).not.toContain('person900@example.com');
  const wrong = await admin(['import', 'firebase', ...files.with(1, hash)]);
  expect([wrong.exitCode, wrong.error]).toEqual([1, expect.stringMatching(/[^.]\. Nothing was stored\.\n$/)]);
  const missing = await admin(['import', 'firebase', ...files.with(1, join(folder, 'none'))]);
  expect(missing.error).toMatch(/no such file.*[^.]\. Nothing was stored\.\n$/);
  expect((await admin(['import', 'firebase', ...files])).out).toContain('New: 1 people, 1 of them with their password');
  expect((await admin(['person', 'list'])).out).toContain('person900@example.com');
});

test('the status says what goes well and what to look at', async () => {
  const folder = temporaryFolder(onTestFinished);
  const { out, exitCode } = await admin(['status'], { BACKUP_DIR: folder });
  expect(exitCode).toBe(0);
  expect(out).toMatch(/the database answers, \d+ people\.\nCalls for support in 24 hours: \d+\. texted /);
  expect(out).toContain(`Backups in ${folder}: the newest is still to come.`);
  const lines = out.trim().split('\n');
  expect(lines.filter((line) => !line.startsWith('LOOK: '))).toHaveLength(9);
  expect(lines).toContain('LOOK: there is no backup yet: see the log');
  const file = join(folder, 'moodring-2026-01-01.sql.gz');
  writeFileSync(file, '');
  utimesSync(file, new Date(), new Date(Date.now() - 50 * 60 * 60_000));
  const late = await admin(['status'], { BACKUP_DIR: folder });
  expect(late.out).toContain('LOOK: the newest backup is old: see the log');
});
