import { beforeEach, describe, expect, test } from 'vitest';
import { deviceSchema } from '#contract/account.ts';
import { Client, cookiesOf, type Member, PASSWORD } from '#fixtures/client.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const { origin, visitor, signUp, database } = await startTestServer();

let ada: Member;
beforeEach(async () => {
  ada = await signUp();
});

const devicesOf = ({ uid }: Member) => `/api/users/${uid}/devices`;

/** The same person in another browser. */
async function elsewhere(member: Member, userAgent = 'Elsewhere/1.0') {
  const client = new Client(origin);
  const body = { email: member.email, password: PASSWORD };
  client.cookie = cookiesOf(
    await client.call('POST', '/api/identity/sign-in/email', body, { 'user-agent': userAgent }),
  );
  return client;
}

const isSignedIn = async (client: Client) =>
  (await client.get('/api/identity/get-session')).body !== null &&
  (await client.get(`/api/users/${ada.uid}/info`)).status === 200;

describe('signing in', () => {
  test.each(['the same person', 'somebody else'])('ends the browser’s old session, for %s', async (next) => {
    const phone = await elsewhere(ada);
    const browser = await elsewhere(ada);
    const tab = await browser.listen();
    const { email } = next === 'somebody else' ? await signUp() : ada;
    const given = await browser.post('/api/identity/sign-in/email', { email, password: PASSWORD });
    expect(given.status).toBe(200);
    expect(await isSignedIn(browser)).toBe(false);
    expect((await tab.closed).code).toBe(4401);
    expect(await isSignedIn(phone)).toBe(true);
  });

  test('ends nothing when it fails', async () => {
    const browser = await elsewhere(ada);
    await browser.post('/api/identity/sign-in/email', { email: ada.email, password: 'not my password' });
    expect(await isSignedIn(browser)).toBe(true);
  });
});

test('the list of devices shows the signed-in browsers, this one first, without tokens and expired sessions', async () => {
  const phone = await elsewhere(ada, 'Phone/1.0');
  const { status, body } = await ada.get(devicesOf(ada));
  expect(status).toBe(200);
  expect(deviceSchema.array().parse(body)).toEqual(body);
  expect(body.map(({ browser, isThis }: never) => [browser, isThis])).toEqual([
    [expect.any(String), true],
    ['Phone/1.0', false],
  ]);
  for (const device of body) expect(device.signedInAt).toBeGreaterThan(Date.now() - 3_600_000);
  const { rows } = await database.pool.query('select token from sessions where user_id = $1', [ada.uid]);
  for (const { token } of rows) expect(JSON.stringify(body)).not.toContain(token);
  expect((await phone.get(devicesOf(ada))).body[0].browser).toBe('Phone/1.0');
  await database.pool.query(`update sessions set expires_at = now() where user_agent = 'Phone/1.0'`);
  expect((await ada.get(devicesOf(ada))).body).toHaveLength(1);
});

describe('signing out', () => {
  test('one device ends its cookie and its sockets at once, and no other', async () => {
    const phone = await elsewhere(ada);
    const live = await phone.listen();
    const own = await ada.listen();
    const { body } = await ada.get(devicesOf(ada));
    expect((await ada.delete(`${devicesOf(ada)}/${body[1].id}`)).status).toBe(200);
    expect(await isSignedIn(phone)).toBe(false);
    expect((await live.closed).code).toBe(4401);
    expect(await isSignedIn(ada)).toBe(true);
    expect(await own.everything()).toEqual([]);
  });

  test("another person's device changes nothing, and answers like one that does not exist", async () => {
    const eve = await signUp();
    const { id } = (await ada.get(devicesOf(ada))).body[0];
    const answers = [id, crypto.randomUUID(), 'nothing'].map((device) => eve.delete(`${devicesOf(eve)}/${device}`));
    expect((await Promise.all(answers)).map(({ status, body }) => [status, body])).toEqual(
      Array(3).fill([200, { ok: true }]),
    );
    expect((await eve.delete(`${devicesOf(ada)}/${id}`)).status).toBe(404);
    expect((await eve.delete(devicesOf(ada))).status).toBe(404);
    expect(await isSignedIn(ada)).toBe(true);
  });

  test('everywhere ends every cookie and every socket', async () => {
    const others = [await elsewhere(ada), await elsewhere(ada)];
    const sockets = await Promise.all([ada, ...others].map((client) => client.listen()));
    expect((await ada.delete(devicesOf(ada))).status).toBe(200);
    for (const client of [ada, ...others]) expect(await isSignedIn(client)).toBe(false);
    for (const socket of sockets) expect((await socket.closed).code).toBe(4401);
  });
});

describe('a new password', () => {
  const change = (currentPassword: string, newPassword: string, more = {}) =>
    ada.post('/api/identity/change-password', { currentPassword, newPassword, ...more });

  test('ends all sessions of the old one, this one too, and sets a new cookie', async () => {
    const phone = await elsewhere(ada);
    const [live, own] = [await phone.listen(), await ada.listen()];
    const { status, body, headers } = await change(PASSWORD, 'staple of my own');
    expect([status, Object.keys(body)]).toEqual([200, ['user']]);
    expect(await isSignedIn(ada)).toBe(false);
    expect(await isSignedIn(phone)).toBe(false);
    ada.cookie = headers.getSetCookie()[0]!.split(';')[0]!;
    expect(await isSignedIn(ada)).toBe(true);
    expect((await ada.get(devicesOf(ada))).body).toMatchObject([{ browser: 'node', isThis: true }]);
    for (const socket of [live, own]) expect((await socket.closed).code).toBe(4401);
    expect((await visitor.signIn(ada.email, PASSWORD)).status).toBe(401);
    expect((await visitor.signIn(ada.email, 'staple of my own')).status).toBe(200);
  });

  test('cannot be chosen without ending the other sessions', async () => {
    expect((await change(PASSWORD, 'staple of my own', { revokeOtherSessions: false })).status).toBe(400);
    expect(await isSignedIn(ada)).toBe(true);
  });

  test('needs the old password, and changes nothing without it', async () => {
    const phone = await elsewhere(ada);
    expect(await change('not my password', 'staple of my own')).toMatchObject({
      status: 400,
      body: { message: 'Invalid password' },
    });
    expect(await isSignedIn(phone)).toBe(true);
  });

  test('keeps its new cookie when a call with the old session follows', async () => {
    const old = new Client(origin);
    old.cookie = ada.cookie;
    await change(PASSWORD, 'staple of my own');
    const { body, headers } = await old.get('/api/identity/get-session');
    expect(body).toBeNull();
    expect(headers.getSetCookie()).toEqual([]);
  });
});
