import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, Client, cookiesOf, type Member, PASSWORD } from '#fixtures/client.ts';
import { en } from '#languages';
import { countLockWaits } from '#tests/support/database/count-lock-waits.ts';
import { holdTransaction } from '#tests/support/database/hold-transaction.ts';
import { Authenticator } from '#tests/support/people/authenticator.ts';
import { openMailServer, tokenOf } from '#tests/support/servers/mail-server.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const mail = await openMailServer();
afterAll(() => mail.close());
const { origin, database, visitor, signUp, log, settled, forgetAttempts, sql } = await startTestServer({
  rateLimits: true,
  smtp: { url: mail.url, from: 'moodring@example.com' },
});

let ada: Member;
let device: Authenticator;
beforeEach(async () => {
  await forgetAttempts();
  ada = await signUp();
  device = new Authenticator(origin);
});

const passkeys = (who: Member) => `/api/users/${who.uid}/passkeys`;

/** The challenge for a new passkey, and the cookies to answer with. */
async function begin(who: Member, password = PASSWORD) {
  const answer = await who.post(`${passkeys(who)}/options`, { password });
  return { answer, challenge: answer.body.challenge as string, cookies: `${who.cookie}; ${cookiesOf(answer)}` };
}

const finish = (who: Member, cookies: string, credential: object, name = 'Phone') =>
  who.call('POST', passkeys(who), { name, credential }, { cookie: cookies });

async function add(who: Member, on: Authenticator, name?: string): Promise<Answer> {
  const { challenge, cookies } = await begin(who);
  return finish(who, cookies, on.register(challenge), name);
}

/** The challenge of a log-in page, in a browser of its own. */
async function openLogin() {
  const visitor = new Client(origin);
  const answer = await visitor.get('/api/identity/passkey/generate-authenticate-options');
  visitor.cookie = cookiesOf(answer);
  return { visitor, challenge: answer.body.challenge as string, options: answer.body };
}

const present = (visitor: Client, response: object) =>
  visitor.post('/api/identity/passkey/verify-authentication', { response });

async function signIn(on: Authenticator): Promise<{ answer: Answer; client: Client }> {
  const { visitor, challenge } = await openLogin();
  const answer = await present(visitor, on.signIn(challenge));
  const client = new Client(origin);
  client.cookie = cookiesOf(answer);
  return { answer, client };
}

describe('adding a passkey', () => {
  test('needs the password', async () => {
    const { answer } = await begin(ada, 'not hers at all');
    expect([answer.status, answer.body.error.message]).toEqual([400, 'Invalid password']);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test('stores it under its name, which the list and the export show without its keys', async () => {
    const { status, body } = await add(ada, device, '  My phone ');
    const listed = [{ id: expect.any(String), name: 'My phone', createdAt: expect.any(Number), lastUsedAt: null }];
    expect([status, body]).toEqual([200, listed]);
    expect((await ada.get(passkeys(ada))).body).toEqual(body);
    const { body: exported } = await ada.get(`/api/users/${ada.uid}/export`);
    expect(exported.passkeys).toMatchObject([{ name: 'My phone', lastUsedAt: null, deviceType: 'singleDevice' }]);
    expect(JSON.stringify(exported.passkeys)).not.toContain(device.id);
  });

  test('asks for a check of the person, and refuses a device that made none', async () => {
    const { answer, challenge, cookies } = await begin(ada);
    expect(answer.body.authenticatorSelection).toMatchObject({ residentKey: 'required', userVerification: 'required' });
    const { status, body } = await finish(ada, cookies, device.register(challenge, { isVerified: false }));
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('did not check that it is you')]);
    expect((await ada.get(passkeys(ada))).body).toEqual([]);
  });

  test.each<[string, (challenge: string, other: string) => object]>([
    ['made on another site', (challenge) => device.register(challenge, { origin: 'https://evil.example' })],
    ['for another challenge', (_, other) => device.register(other)],
    ['that is a sign-in', (challenge) => ({ ...device.signIn(challenge) })],
  ])('is refused for one %s', async (_, credentialFor) => {
    const { challenge, cookies } = await begin(ada);
    const other = await begin(ada);
    const answer = await finish(ada, cookies, credentialFor(challenge, other.challenge));
    expect(answer.status).toBe(400);
    expect((await ada.get(passkeys(ada))).body).toEqual([]);
  });

  test('a challenge counts once, and not in the session of another person', async () => {
    const { challenge, cookies } = await begin(ada);
    const eve = await signUp();
    const [, ...challengeCookies] = cookies.split('; ');
    const stolen = [eve.cookie, ...challengeCookies].join('; ');
    expect((await finish(eve, stolen, new Authenticator(origin).register(challenge))).status).toBeGreaterThanOrEqual(
      400,
    );
    expect((await finish(ada, cookies, device.register(challenge))).status).toBe(400);
    for (const who of [ada, eve]) expect((await who.get(passkeys(who))).body).toEqual([]);
  });

  test('a person has 20 at most, also with a challenge from before the twentieth', async () => {
    await sql`insert into passkeys (id, user_id, public_key, credential_id, counter, device_type, backed_up)
       select gen_random_uuid(), ${ada.uid}, '', gen_random_uuid(), 0, 'singleDevice', false from generate_series(1, 19)`;
    const early = await begin(ada);
    expect((await add(ada, device)).status).toBe(200);
    const { answer } = await begin(ada);
    expect([answer.status, answer.body.error.code]).toEqual([429, 'too_many']);
    expect((await finish(ada, early.cookies, new Authenticator(origin).register(early.challenge))).status).toBe(429);
  });

  describe('is mailed to the person', () => {
    const addSome = async (count: number) => {
      for (let n = 0; n < count; n++) expect((await add(ada, new Authenticator(origin))).status).toBe(200);
    };
    const confirm = () => sql`update users set email_verified = true where id = ${ada.uid}`;
    async function notes() {
      await settled();
      return mail.received.filter(({ to, headers }) => to === ada.email && /passkey/.test(headers.subject!));
    }

    test('each time', async () => {
      await confirm();
      await addSome(7);
      expect(await notes()).toHaveLength(7);
      expect((await notes())[0]!.text).toContain(`remove it and choose a new password: ${origin}/settings`);
    });

    test('five times a day at an address that is not confirmed, however many confirmations were asked for', async () => {
      for (let n = 0; n < 5; n++) await ada.post(`/api/users/${ada.uid}/email/confirmation`);
      await addSome(7);
      expect(await notes()).toHaveLength(5);
      await confirm();
      await addSome(1);
      expect(await notes()).toHaveLength(6);
    });
  });
});

describe('signing in with a passkey', () => {
  beforeEach(async () => void (await add(ada, device)));

  test('asks for a check of the person, names no passkey and opens a session; the list shows when', async () => {
    const { options } = await openLogin();
    expect(options).toMatchObject({ userVerification: 'required', rpId: '127.0.0.1' });
    expect(options.allowCredentials).toBeUndefined();
    const { answer, client } = await signIn(device);
    expect([answer.status, answer.body.user.id]).toEqual([200, ada.uid]);
    expect(JSON.stringify(answer.body)).not.toContain('token');
    expect((await client.get(`/api/users/${ada.uid}/info`)).status).toBe(200);
    expect((await client.get(passkeys(ada))).body).toMatchObject([{ lastUsedAt: expect.any(Number) }]);
  });

  test.each<[string, (challenge: string) => object]>([
    ['made on another site', (challenge) => device.signIn(challenge, { origin: 'https://evil.example' })],
    ['without a check of the person', (challenge) => device.signIn(challenge, { isVerified: false })],
    ['for another challenge', () => device.signIn('AAAAAAAAAAAAAAAAAAAAAA')],
    ['that nobody has added', (challenge) => new Authenticator(origin).signIn(challenge)],
    [
      "with another device's signature",
      (challenge) => ({ ...new Authenticator(origin).signIn(challenge), id: device.id }),
    ],
  ])('one %s is refused', async (_, credentialFor) => {
    const { visitor, challenge } = await openLogin();
    const answer = await present(visitor, credentialFor(challenge));
    expect([400, 401]).toContain(answer.status);
    expect(cookiesOf(answer)).not.toContain('session');
    expect(log.lines.some(({ event }) => event === 'sign-in-failed')).toBe(true);
  });

  test('a repeated answer is refused, with the same cookie and with another', async () => {
    const { visitor, challenge } = await openLogin();
    const response = device.signIn(challenge);
    expect((await present(visitor, response)).status).toBe(200);
    expect((await present(visitor, response)).status).toBe(400);
    expect((await present((await openLogin()).visitor, response)).status).toBe(400);
  });

  test('a removed one is refused, and what it opened stays in the list of devices', async () => {
    const { client } = await signIn(device);
    const [{ id }] = (await client.get(passkeys(ada))).body;
    expect((await client.delete(`${passkeys(ada)}/${id}`)).body).toEqual({ ok: true });
    expect((await signIn(device)).answer.status).toBe(401);
    expect((await client.get(`/api/users/${ada.uid}/devices`)).body).toHaveLength(2);
  });

  test('it still works after a new password and a sign-out everywhere, whose sessions have ended', async () => {
    const { client } = await signIn(device);
    await ada.post('/api/identity/change-password', { currentPassword: PASSWORD, newPassword: 'staple of my own' });
    expect((await client.get(`/api/users/${ada.uid}/info`)).status).toBe(401);
    const again = await signIn(device);
    expect(again.answer.status).toBe(200);
    await again.client.delete(`/api/users/${ada.uid}/devices`);
    expect((await again.client.get(`/api/users/${ada.uid}/info`)).status).toBe(401);
    expect((await signIn(device)).answer.status).toBe(200);
  });

  test.each([
    ['still works after a reset by mail', true, 200, 'Passkeys go on'],
    [
      'and a proven phone end when the reset confirms the email for the first time',
      false,
      401,
      'passkeys, log-ins by other providers and your invitation link were removed',
    ],
  ])('it %s, and the mail says so', async (_, isConfirmed, status, words) => {
    await sql`update users set email_verified = ${isConfirmed}, phone_proven_at = now() where id = ${ada.uid}`;
    await visitor.post('/api/recovery/link', { email: ada.email });
    await settled();
    const link = mail.received.findLast(({ to, text }) => to === ada.email && text.includes('/new-password#'))!;
    const body = { token: tokenOf(link), password: 'tangerine kettle' };
    expect((await visitor.post('/api/recovery/password', body)).status).toBe(200);
    expect((await ada.circle()).status).toBe(401);
    expect((await signIn(device)).answer.status).toBe(status);
    await ada.signIn(ada.email, body.password);
    expect((await ada.get(`/api/users/${ada.uid}/recovery`)).body).toMatchObject({ phoneProven: isConfirmed });
    await settled();
    expect(mail.received.some(({ to, text }) => to === ada.email && text.includes(words))).toBe(true);
  });

  test('one that is checked while the person signs out everywhere opens no session', async () => {
    const { visitor, challenge } = await openLogin();
    const used = 'update passkeys set last_used_at = now() where user_id = $1';
    const end = await holdTransaction(database.pool, used, [ada.uid]);
    const answer = present(visitor, device.signIn(challenge));
    await expect.poll(() => countLockWaits(database.pool)).toBe(1);
    await sql`update accounts set generation = gen_random_uuid() where user_id = ${ada.uid}`;
    await end('commit');
    expect((await answer).status).toBe(401);
    const rows = await sql`select from sessions where user_id = ${ada.uid}`;
    expect(rows).toEqual([]);
  });

  test('a suspended person gets no session, and plain words', async () => {
    await sql`update users set suspended_at = now() where id = ${ada.uid}`;
    const { answer, client } = await signIn(device);
    expect([answer.status, answer.body.message]).toEqual([403, en.accountIsSuspended]);
    expect((await client.get(`/api/users/${ada.uid}/info`)).status).toBe(401);
  });

  test('it goes with the account, and its log-in reads as any unknown one', async () => {
    expect((await ada.leave()).status).toBe(200);
    const rows = await sql`select from passkeys where user_id = ${ada.uid}`;
    expect(rows).toEqual([]);
    const gone = (await signIn(device)).answer;
    const unknown = (await signIn(new Authenticator(origin))).answer;
    expect([gone.status, gone.body]).toEqual([unknown.status, unknown.body]);
  });
});

describe("another person's passkey", () => {
  test('can be neither listed, named nor removed', async () => {
    const [{ id }] = (await add(ada, device)).body;
    const eve = await signUp();
    for (const path of [`${passkeys(ada)}/${id}`, `${passkeys(eve)}/${id}`])
      expect((await eve.patch(path, { name: 'Mine' })).status).toBe(404);
    await eve.delete(`${passkeys(eve)}/${id}`);
    expect((await eve.delete(`${passkeys(ada)}/${id}`)).status).toBe(404);
    expect((await eve.get(passkeys(ada))).status).toBe(404);
    expect((await ada.get(passkeys(ada))).body).toMatchObject([{ id, name: 'Phone' }]);
  });

  test('cannot be added a second time', async () => {
    await add(ada, device);
    const eve = await signUp();
    const { challenge, cookies } = await begin(eve);
    expect((await finish(eve, cookies, device.register(challenge))).status).toBe(400);
    expect((await signIn(device)).answer.body.user.id).toBe(ada.uid);
  });
});

test('a passkey gets another name', async () => {
  const [{ id }] = (await add(ada, device)).body;
  expect((await ada.patch(`${passkeys(ada)}/${id}`, { name: 'Key ring' })).body).toMatchObject({
    id,
    name: 'Key ring',
  });
  for (const name of ['', '  ', 'x'.repeat(61), 'a\0b', null])
    expect((await ada.patch(`${passkeys(ada)}/${id}`, { name })).status).toBe(400);
});
