import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Client, type Member, PASSWORD } from '#fixtures/client.ts';
import { freePort } from '#fixtures/free-port.ts';
import { startServer } from '#server/start-server.ts';
import { newSession } from '#tests/support/people/new-session.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { openRawLiveConnection } from '#tests/support/wire/raw-live-connection.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const server = await startTestServer();
const { visitor, database, signUp } = server;
const { authSecret } = server.moodring.context.config;

const [ada, grace] = [await signUp(), await signUp()];

const TEXT = { phoneNumber: '+14155550123', message: 'Call me?' };
const NAME = 'moodring.session_token';
const cookie = (value: string) => `${NAME}=${encodeURIComponent(value)}`;
const signedToken = (member: Member) => decodeURIComponent(member.cookie.split(`${NAME}=`)[1]!);
const tokenOf = (member: Member) => signedToken(member).split('.')[0]!;
const sign = (token: string, secret: string) => createHmac('sha256', secret).update(token).digest('base64');

test('of a header with two sessions one person is signed in, and that one’s password is checked', async () => {
  const [victim, thief, password] = [await signUp(), await signUp(), 'a password of the thief'];
  const change = { currentPassword: PASSWORD, newPassword: password };
  expect((await thief.post('/api/identity/change-password', change)).status).toBe(200);
  const own = (await thief.signIn(thief.email, password)).headers.getSetCookie().join();
  const [, session] = new RegExp(`${NAME}=([^;]+)`).exec(own)!;
  // The provider's parser takes a value without both of its ends when it begins with a quotation mark; ours passes over it.
  for (const first of [`${NAME}="${session}x`, `${NAME}="${session}"`, `${NAME}=${session}\t`, `${NAME}=${session}`]) {
    const both = Object.assign(new Client(server.origin), { cookie: `${first}; ${victim.cookie}` });
    expect((await both.post(`/api/users/${victim.uid}/leave`, { password })).status).not.toBe(200);
  }
  expect((await victim.get(`/api/users/${victim.uid}/settings`)).status).toBe(200);
});

test('the cookie of a passkey’s log-in is signed alike, and is nobody’s session', async () => {
  const { identity } = server.moodring.context;
  const { headers } = await visitor.get('/api/identity/passkey/generate-authenticate-options');
  const [, signed] = /passkey=([^;]+)/.exec(headers.getSetCookie().join())!;
  const [own, other] = await Promise.all([ada.cookie, `${NAME}=${signed}`].map(identity.tokenIn));
  expect(await Promise.all([own, other].map((token) => identity.ownerOf(token!)))).toEqual([ada.uid, undefined]);
});

describe('the server and the identity provider accept the same session cookies', () => {
  const refused: [string, () => string][] = [
    ['a signature of zeros', () => cookie(`${tokenOf(ada)}.${Buffer.alloc(32).toString('base64')}`)],
    ["another token's signature", () => cookie(`${tokenOf(ada)}.${sign(tokenOf(grace), authSecret)}`)],
    ['a token that was changed', () => cookie(`x${signedToken(ada)}`)],
    ['a signature that is cut off', () => cookie(signedToken(ada).slice(0, -1))],
    ['a character after the signature', () => cookie(`${signedToken(ada)}=`)],
    ["another secret's signature", () => cookie(`${tokenOf(ada)}.${sign(tokenOf(ada), `${authSecret}!`)}`)],
    ['no signature', () => cookie(tokenOf(ada))],
    ['a signature without a token', () => cookie(`.${sign('', authSecret)}`)],
    ['a valid signature of an unknown session', () => cookie(`unknown.${sign('unknown', authSecret)}`)],
    ['a percent sign that encodes nothing', () => `${NAME}=%E0%A4%A.%`],
    ['a made-up token', () => `${NAME}=made.up`],
    ['nothing', () => `${NAME}=`],
    ['what is no cookie', () => '=;;%00'],
    ['another name', () => ada.cookie.replace(NAME, `x${NAME}`)],
    ['the name of an https server', () => `__Host-${ada.cookie}`],
    ['a made-up session before the real one', () => `${NAME}=made.up; ${ada.cookie}`],
  ];
  test.each(refused)('refused: %s', async (_, made) => {
    const headers = { cookie: made() };
    expect((await visitor.call('GET', '/api/identity/get-session', undefined, headers)).body).toBeNull();
    expect((await visitor.call('GET', `/api/users/${ada.uid}/info`, undefined, headers)).status).toBe(401);
    await expect(visitor.listen(headers)).rejects.toMatchObject({ status: 401 });
  });

  const accepted: [string, () => string][] = [
    ['as it was set', () => ada.cookie],
    ['among others', () => `a=b; ; c; ${ada.cookie};d=%zz`],
    ['the first of two', () => `${ada.cookie}; ${grace.cookie}`],
    ['without the encoding', () => `${NAME}=${signedToken(ada)}`],
  ];
  test.each(accepted)('accepted: %s', async (_, made) => {
    const headers = { cookie: made() };
    const { body } = await visitor.call('GET', '/api/identity/get-session', undefined, headers);
    expect(body.user.id).toBe(ada.uid);
    expect((await visitor.call('GET', `/api/users/${ada.uid}/info`, undefined, headers)).body.uid).toBe(ada.uid);
    (await visitor.listen(headers)).terminate();
  });
});

test('an expired session is removed when it is used', async () => {
  const { client, token } = await newSession(server, ada);
  await setExpiry(token, Date.now() - 1000);
  expect((await client.get(`/api/users/${ada.uid}/info`)).status).toBe(401);
  expect(await expiryOf(token)).toBeUndefined();
});

describe('a session is renewed for 60 days', () => {
  // The endpoint of a text does not use the usual answer.
  test.each<[string, (guest: Client) => Promise<string[]>]>([
    ['any call', async (guest) => (await guest.get(`/api/users/${ada.uid}/info`)).headers.getSetCookie()],
    ['a text', async (guest) => (await guest.post('/api/texts/general', TEXT)).headers.getSetCookie()],
    ['a live connection', cookiesOfUpgrade],
  ])('with its cookie, after a day, by %s', async (_, cookiesAfter) => {
    const { client, token } = await newSession(server, ada);
    await setExpiry(token, Date.now() + 59 * DAY_MS - 1000);
    expect(await cookiesAfter(client)).toEqual([expect.stringMatching(/^moodring\.session_token=.*Max-Age=5184000/)]);
    expect(await expiryOf(token)).toBeGreaterThan(Date.now() + 59 * DAY_MS);
  });

  test('not on the first day', async () => {
    const { client, token } = await newSession(server, ada);
    const expiry = Date.now() + 59 * DAY_MS + 60_000;
    await setExpiry(token, expiry);
    expect((await client.get(`/api/users/${ada.uid}/info`)).headers.getSetCookie()).toEqual([]);
    expect(await cookiesOfUpgrade(client)).toEqual([]);
    expect(await expiryOf(token)).toBe(expiry);
  });
});

test('at an https address the cookie has the __Host- prefix, and no other name is accepted', async () => {
  const caller = new Client(`http://127.0.0.1:${await freePort()}`);
  const config = {
    ...server.moodring.context.config,
    port: Number(new URL(caller.origin).port),
    appUrl: 'https://moodring.example',
    trustedOrigins: [caller.origin],
  };
  const secure = await startServer(config, database.url, server.log.log);
  try {
    const { headers } = await caller.signIn(ada.email, PASSWORD);
    const cookies = headers.getSetCookie();
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual([
      '__Host-moodring.session_token',
      '__Host-moodring.device',
    ]);
    for (const cookie of cookies) {
      for (const rule of [/; Secure/i, /; HttpOnly/i, /; SameSite=Lax/i, /; Path=\/(;|$)/i])
        expect(cookie).toMatch(rule);
      expect(cookie).not.toMatch(/Domain/i);
    }
    expect((await caller.get(`/api/users/${ada.uid}/info`)).status).toBe(200);
    const signedOut = await caller.post('/api/identity/sign-out');
    expect(signedOut.headers.getSetCookie()).toContainEqual(
      expect.stringMatching(/^__Host-moodring\.session_token=; .*Max-Age=0.*; Secure/),
    );
    await caller.signIn(ada.email, PASSWORD);
    // Names that another host of the domain can set, or that older versions set.
    for (const prefix of ['', '__Secure-']) {
      const cookie = caller.cookie.replaceAll('__Host-', prefix);
      const { status } = await caller.call('GET', `/api/users/${ada.uid}/info`, undefined, { cookie });
      expect([prefix, status]).toEqual([prefix, 401]);
      const session = await caller.call('GET', '/api/identity/get-session', undefined, { cookie });
      expect(session.body).toBeNull();
    }
  } finally {
    await secure.stop();
  }
});

async function setExpiry(token: string, ms: number): Promise<void> {
  await database.pool.query('update sessions set expires_at = $2 where token = $1', [token, new Date(ms)]);
}

async function expiryOf(token: string): Promise<number | undefined> {
  const { rows } = await database.pool.query('select expires_at from sessions where token = $1', [token]);
  return rows[0]?.expires_at.getTime();
}

/** The cookies that the server's response to a WebSocket upgrade sets. */
async function cookiesOfUpgrade(client: Client): Promise<string[]> {
  const { wire, head } = await openRawLiveConnection(client);
  wire.socket.destroy();
  return [...head.matchAll(/^set-cookie: (.*)$/gim)].map(([, cookie]) => cookie!);
}
