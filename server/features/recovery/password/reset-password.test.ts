import { afterAll, describe, expect, test } from 'vitest';
import { Client, type Member, PASSWORD } from '#fixtures/client.ts';
import { en } from '#languages';
import {
  createResetLink,
  findAccount,
  findLink,
  listOtherWaysIn,
  makeLink,
  suspend,
} from '#server/features/identity/index.ts';
import { newSession } from '#tests/support/people/new-session.ts';
import { openMailServer, tokenOf } from '#tests/support/servers/mail-server.ts';
import { startOtherNode } from '#tests/support/servers/other-node.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const mail = await openMailServer();
afterAll(() => mail.close());
// With a bus between the nodes: they share the database.
const server = await startTestServer({
  databaseUrl: 'shared',
  smtp: { url: mail.url, from: 'Moodring <moodring@example.com>' },
});
const { database, origin, visitor, signUp, sql } = server;
const { pool } = database;
const other = await startOtherNode(server);
afterAll(() => other.stop());

const NEW = 'tangerine kettle morning';
const RUN_OUT = 'This link has run out, or was used already. Please ask for another one.';

async function linkFor({ email }: Member): Promise<string> {
  expect(await visitor.post('/api/recovery/link', { email })).toMatchObject({ status: 200, body: { ok: true } });
  return tokenOf(await mail.next(email));
}

const reset = (token: string, password = NEW) => visitor.post('/api/recovery/password', { token, password });
const changePassword = (person: Member) =>
  person.post('/api/identity/change-password', { currentPassword: PASSWORD, newPassword: `${NEW} form` });
const canSignIn = async ({ email }: Member, password: string) =>
  (await new Client(origin).signIn(email, password)).status === 200;

const setTopic = ({ uid }: Member) =>
  sql`insert into push_devices (uid, kind, service, endpoint) values (${uid}, 'ntfy', 'ntfy.sh', 'https://ntfy.sh/x')`;

test('the mail has a link to this app, says that it is automatic, and nothing but plain text', async () => {
  const ada = await signUp();
  await visitor.post('/api/recovery/link', { email: ada.email.toUpperCase() });
  const { headers, text } = await mail.next(ada.email);
  expect(headers).toMatchObject({
    from: 'Moodring <moodring@example.com>',
    subject: 'Choose a new password for Moodring',
    'auto-submitted': 'auto-generated',
  });
  expect(headers['content-type']).toMatch(/^text\/plain/);
  expect(text).toMatch(new RegExp(`\n${origin}/new-password#[\\w-]{43}\n`));
  expect(text).not.toContain(ada.uid);
});

test('a link that is made while the email changes ends with the change', async () => {
  const ada = await signUp();
  const email = `new.${ada.email}`;
  await ada.post(`/api/users/${ada.uid}/email`, { email, password: PASSWORD });
  const token = tokenOf(await mail.next(email));
  const { config } = server.moodring.context;
  const account = await findAccount(pool, { email: ada.email });
  expect((await ada.post('/api/recovery/email', { token })).status).toBe(200);
  const toOldMailbox = await makeLink(pool, config.authSecret, { ...account!, purpose: 'password' });
  expect((await reset(toOldMailbox!)).body.error.message).toBe(RUN_OUT);
  expect((await reset(await linkFor({ ...ada, email } as Member))).status).toBe(200);
});

test('a reset by mail ends all sessions and their sockets at once on every node; only the new password works', async () => {
  const ada = await signUp();
  const { client: elsewhere } = await newSession(server, ada);
  const sockets = await Promise.all([ada.listen(), other.as({ ...ada, cookie: elsewhere.cookie } as Member).listen()]);
  const token = await linkFor(ada);
  const { status, headers } = await reset(token);
  expect(status).toBe(200);
  for (const { closed } of sockets) expect((await closed).code).toBe(4401);
  expect((await ada.circle()).status).toBe(401);
  expect(await canSignIn(ada, PASSWORD)).toBe(false);
  expect(await canSignIn(ada, NEW)).toBe(true);
  expect((await mail.next(ada.email)).text).toContain('was just changed');
  const rows = await sql`select email_verified from users where id = ${ada.uid}`;
  expect(rows).toEqual([{ email_verified: true }]);
  // The browser is a known device of the account now.
  const [cookie] = headers.getSetCookie();
  expect(cookie).toMatch(/^moodring\.device=[^;]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
});

test('the operator’s link keeps the ways in of who made the account, unless it confirms the email', async () => {
  const ada = await signUp({ phonenumber: '+14155550100' });
  const columns = '(id, user_id, public_key, credential_id, counter, device_type, backed_up)';
  const passkey = `(gen_random_uuid(), $1, '', 'of the maker', 0, 'singleDevice', false)`;
  await pool.query(`insert into passkeys ${columns} values ${passkey}`, [ada.uid]);
  await sql`update users set phone_proven_at = now() where id = ${ada.uid}`;
  await ada.get(`/api/users/${ada.uid}/invite`);
  for (const confirms of [false, true]) {
    const others = 'passkeys: 1, a confirmed phone, an invitation link';
    expect(await listOtherWaysIn(pool, ada.uid)).toBe(others);
    const link = await createResetLink(pool, server.moodring.context.config, ada.email, confirms);
    expect((await reset(link!.split('#')[1]!)).status).toBe(200);
  }
  await sql`update users set email_verified = false where id = ${ada.uid}`;
  expect(await listOtherWaysIn(pool, ada.uid)).toBe('');
});

test('the first reset by mail ends the invitation link of who made the account, shows the phone number again, and the mail says so', async () => {
  const ada = await signUp({ phonenumber: '+14155550199' });
  await ada.set({ firstSteps: false });
  const { link } = (await ada.get(`/api/users/${ada.uid}/invite`)).body;
  await setTopic(ada);
  await reset(await linkFor(ada));
  const { text } = await mail.next(ada.email);
  expect(text).toContain('your invitation link');
  expect(text).toContain('check that your name, phone number and circle are right');
  expect((await sql`select from push_devices where uid = ${ada.uid} and kind = 'ntfy'`).length).toBe(0);
  const grace = await signUp();
  const code = link.split('#')[1];
  expect((await grace.post('/api/invites/look', { code })).status).toBe(404);
  await ada.signIn(ada.email, NEW);
  expect((await ada.get(`/api/users/${ada.uid}/settings`)).body.firstSteps).toBe(true);
});

test('each reset ends an ntfy topic and phone calls; a new password of one’s own keeps them', async () => {
  const ada = await signUp();
  await sql`update users set email_verified = true where id = ${ada.uid}`;
  const device = `(uid, kind, service, endpoint) values ($1, 'ntfy', 'ntfy.sh', 'https://ntfy.sh/x'), ($1, 'call', 'call', '')`;
  await pool.query(`insert into push_devices ${device}`, [ada.uid]);
  const stored = async () =>
    (await sql`select from push_devices where uid = ${ada.uid} and kind in ('ntfy', 'call')`).length;
  expect((await changePassword(ada)).status).toBe(200);
  expect(await stored()).toBe(2);
  expect((await reset(await linkFor(ada))).status).toBe(200);
  expect(await stored()).toBe(0);
});

test('a link works once, for an hour; used, expired, replaced and unknown links get the same answer', async () => {
  const ada = await signUp();
  const [used, replaced] = [await linkFor(ada), await linkFor(ada)];
  expect((await reset(used)).status).toBe(200);
  await mail.next(ada.email);
  const expired = await linkFor(ada);
  await sql`update one_time_links set expires_at = now() where uid = ${ada.uid}`;
  const answers = await Promise.all([used, replaced, expired, 'a'.repeat(43), ''].map((token) => reset(token)));
  for (const { status, body } of answers) expect([status, body.error.message]).toEqual([400, RUN_OUT]);
  for (const token of [used, expired, 'unknown'])
    expect((await visitor.post('/api/recovery/link/owner', { token })).body.error.message).toBe(RUN_OUT);
});

test('of two uses at the same moment one wins; another request does not end the link in the mailbox', async () => {
  const ada = await signUp();
  const token = await linkFor(ada);
  await linkFor(ada);
  const passwords = [NEW, `${NEW} again`];
  const answers = await Promise.all(passwords.map((password) => reset(token, password)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  const winner = passwords[answers.findIndex(({ status }) => status === 200)]!;
  expect(await canSignIn(ada, winner)).toBe(true);
});

test('a password that is too short, too long or common is refused, and the link still works', async () => {
  const ada = await signUp();
  const token = await linkFor(ada);
  for (const [password, words] of [
    ['short', 'Password too short'],
    ['x'.repeat(129), 'Password too long'],
    ['password1', /compromised/],
  ] as const) {
    const { status, body } = await reset(token, password);
    expect(status).toBe(400);
    expect(body.error.message).toMatch(words);
  }
  expect((await reset(token)).status).toBe(200);
});

test('the token is in the database as a keyed hash only; the page learns whose link it is, and of a wrong one nothing', async () => {
  const [ada, grace] = [await signUp(), await signUp()];
  const token = await linkFor(ada);
  const rows = await sql`select * from one_time_links where uid = ${ada.uid}`;
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(token);
  expect((await grace.post('/api/recovery/link/owner', { token })).body).toEqual({ email: ada.email });
  expect((await grace.post('/api/recovery/link/owner', { token: `${token}x` })).body.error.message).toBe(RUN_OUT);
});

describe('a link ends with the credential version that it was made for', () => {
  test.each<[string, (ada: Member) => Promise<unknown>]>([
    ['a new password', changePassword],
    ['a sign-out everywhere', (ada) => ada.delete(`/api/users/${ada.uid}/devices`)],
    ['a suspension', (ada) => suspend(pool, ada.uid, true)],
  ])('after %s, as a link for another email', async (_, end) => {
    const ada = await signUp();
    const token = await linkFor(ada);
    const email = `new.${ada.email}`;
    await ada.post(`/api/users/${ada.uid}/email`, { email, password: PASSWORD });
    const forEmail = tokenOf(await mail.next(email));
    await end(ada);
    expect((await reset(token, `${NEW} again`)).body.error.message).toBe(RUN_OUT);
    expect(await findLink(pool, server.moodring.context.config.authSecret, 'email', forEmail)).toBeUndefined();
  });

  test('a sign-in with the old password, in the moment of a reset, leaves no session behind', async () => {
    for (let round = 0; round < 5; round++) {
      const ada = await signUp();
      const token = await linkFor(ada);
      await Promise.all([reset(token), ...[1, 2, 3].map(() => new Client(origin).signIn(ada.email, PASSWORD))]);
      const rows = await sql`select from sessions where user_id = ${ada.uid}`;
      expect(rows).toHaveLength(0);
    }
  });

  test('of a reset and a new password at the same moment, the later one is refused', async () => {
    const ada = await signUp();
    const token = await linkFor(ada);
    const [byLink, byForm] = await Promise.all([reset(token), changePassword(ada)]);
    expect([byLink.status, byForm.status].filter((status) => status === 200)).toHaveLength(1);
    expect(await canSignIn(ada, byLink.status === 200 ? NEW : `${NEW} form`)).toBe(true);
  });

  test('of a reset and a deleted account at the same moment, either way nothing is left and nothing fails', async () => {
    for (let round = 0; round < 5; round++) {
      const ada = await signUp();
      const token = await linkFor(ada);
      const [byLink, left] = await Promise.all([reset(token), ada.leave()]);
      expect([200, 400]).toContain(byLink.status);
      expect([200, 400, 401]).toContain(left.status);
      const rows = await sql`select from users where id = ${ada.uid}`;
      expect(rows).toHaveLength(left.status === 200 ? 0 : 1);
    }
  });
});

test('a suspended person may choose a new password, and reads at the log-in that the account is suspended; others do not', async () => {
  const ada = await signUp();
  await suspend(pool, ada.uid, true);
  const ask = (email: string) => visitor.post('/api/recovery/link', { email });
  const unknown = await ask('nobody@example.com');
  expect(await ask(ada.email)).toMatchObject({ status: unknown.status, body: unknown.body });
  expect(await reset(tokenOf(await mail.next(ada.email)))).toMatchObject({ status: 200, body: { ok: true } });
  const answer = await new Client(origin).signIn(ada.email, NEW);
  expect([answer.status, answer.body.message]).toEqual([403, en.accountIsSuspended]);
  expect(await sql`select from sessions where user_id = ${ada.uid}`).toEqual([]);
  const wrong = await new Client(origin).signIn(ada.email, `${NEW} again`);
  const noAccount = await new Client(origin).signIn('nobody@example.com', NEW);
  expect([wrong.status, wrong.body]).toEqual([noAccount.status, noAccount.body]);
});
