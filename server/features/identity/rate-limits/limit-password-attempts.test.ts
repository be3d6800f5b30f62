import { createHmac } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, Client, cookiesOf, type Member, PASSWORD } from '#fixtures/client.ts';
import { limitKey } from '#server/limits/index.ts';
import { ageAttempts } from '#tests/support/database/insert-attempts.ts';
import { newSession } from '#tests/support/people/new-session.ts';
import { startOtherNode } from '#tests/support/servers/other-node.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { accountKey } from './limit-password-attempts.ts';

const server = await startTestServer({ rateLimits: true, trustProxy: 1, databaseUrl: 'shared' });
const { origin, database, forgetAttempts, insertAttempts } = server;

let addresses = 0;
const other = await startOtherNode(server);
const ada = await server.signUp({ email: 'ada@example.com' });
beforeEach(forgetAttempts);
afterAll(() => other.stop());

const everywhere = () => [new Client(origin), other.as({ cookie: '' } as Member)];

/** An address without earlier calls. */
const newAddress = () => `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses++ & 255}`;

/** Tries to sign in, as a browser with these cookies, by default from a new address. */
const tryPassword = (
  password: string,
  { email = ada.email, from = newAddress(), cookie = '', at = new Client(origin) } = {},
) => at.call('POST', '/api/identity/sign-in/email', { email, password }, { 'x-forwarded-for': from, cookie });

const WORDS = 'Tries of a password of all new devices: at most 20 an hour. Please try again later.';
const REFUSAL = { error: { code: 'too_many', message: WORDS } };

/** Tries wrong passwords at the two nodes in turn, a hundred at a time. */
async function guess(times: number, email = ada.email) {
  const nodes = everywhere();
  const answers: Answer[] = [];
  while (answers.length < times) {
    const wave = Array.from({ length: Math.min(100, times - answers.length) }, (_, n) =>
      tryPassword(`guess number ${n}`, { email, at: nodes[n % 2] }),
    );
    answers.push(...(await Promise.all(wave)));
  }
  return answers;
}

/** Counts attempts without making them; the first test makes real ones. */
const alreadyTried = async (
  times: number,
  { what = 'password', whom = accountKey(ada.email), ago = '1 minute' } = {},
) => {
  const secret = server.moodring.context.config.authSecret;
  await database.pool.query('delete from limits where what = $1 and whom = $2', [what, limitKey(secret, whom)]);
  await insertAttempts({ what, whom, times, ago });
};

/** The device cookie alone: the session has ended. */
const deviceOf = (cookie: string) =>
  cookie
    .split('; ')
    .filter((each) => each.includes('device'))
    .join('; ');

/** Signs Ada in at a new browser. @returns its device cookie */
const signInAtNewDevice = async () => deviceOf(cookiesOf(await tryPassword(PASSWORD)));

/** The id of the account that signed in first. */
const deviceIdIn = (cookie: string) => /~([\w-]{16})/.exec(cookie)![1]!;

/** The cookie as it was before devices had ids. */
function withoutIds(cookie: string): string {
  const value = decodeURIComponent(cookie.split('=')[1]!)
    .replace(/\.[^.]*$/, '')
    .replace(/~[\w-]*/g, '');
  const signature = createHmac('sha256', server.moodring.context.config.authSecret).update(value).digest('base64');
  return `moodring.device=${encodeURIComponent(`${value}.${signature}`)}`;
}

test('of 200 passwords for one account from 200 addresses, at two nodes, 20 are checked', async () => {
  const answers = await guess(200);
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(20);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(180);
  for (const { body, headers } of refused) {
    expect(body).toEqual(REFUSAL);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_500);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(3_600);
  }

  // Now the right password is refused too, in any spelling of the email, but not at Ada's usual device.
  expect((await tryPassword(PASSWORD)).status).toBe(429);
  expect((await tryPassword(PASSWORD, { email: 'ADA@Example.com' })).status).toBe(429);
  for (const at of everywhere())
    expect((await tryPassword(PASSWORD, { cookie: deviceOf(ada.cookie), at })).status).toBe(200);
});

test('an email without an account gets the same answers and refusals', async () => {
  await alreadyTried(18);
  await alreadyTried(18, { whom: accountKey('nobody@example.com') });
  const [known, unknown] = [await guess(4), await guess(4, 'nobody@example.com')];
  const summary = (answers: typeof known) => answers.map(({ status, body }) => JSON.stringify({ status, body })).sort();
  expect(summary(unknown)).toEqual(summary(known));
  expect(known.map(({ status }) => status).sort()).toEqual([401, 401, 429, 429]);
});

test('an hour later attempts are allowed again, and successful sign-ins are not limited', async () => {
  await alreadyTried(20);
  expect((await tryPassword(PASSWORD)).status).toBe(429);
  await ageAttempts(database.pool, '1 hour');
  await tryPassword('a wrong one');
  for (let n = 0; n < 21; n++) expect((await tryPassword(PASSWORD)).status).toBe(200);
});

describe('a known device', () => {
  test('has a limit of its own: somebody at a shared browser does not lock the owner’s phone out', async () => {
    const [shared, phone] = [await signInAtNewDevice(), await signInAtNewDevice()];
    await alreadyTried(18, { what: 'password, known device', whom: deviceIdIn(shared) });
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => tryPassword(`guess ${n}`, { cookie: shared })),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(2);
    expect((await tryPassword(PASSWORD, { cookie: shared })).body.error.message).toBe(
      'Tries of a password of this device: at most 20 an hour. Please try again later.',
    );
    for (const cookie of [phone, '']) expect((await tryPassword(PASSWORD, { cookie })).status).toBe(200);
  });

  test('keeps its limit when it logs in again, or when another person logs in there', async () => {
    const device = await signInAtNewDevice();
    const again = deviceOf(cookiesOf(await tryPassword(PASSWORD, { cookie: device })));
    const eve = await server.signUp({ email: 'eve.guesses@example.com' });
    const others = deviceOf(cookiesOf(await tryPassword(PASSWORD, { email: eve.email, cookie: device })));
    await alreadyTried(20, { what: 'password, known device', whom: deviceIdIn(device) });
    for (const cookie of [device, again, others]) expect((await tryPassword(PASSWORD, { cookie })).status).toBe(429);
  });

  test('with a cookie from before there were ids counts for the account, until the account logs in there', async () => {
    const old = withoutIds(await signInAtNewDevice());
    const eve = await server.signUp({ email: 'eve.collects@example.com' });
    const others = deviceOf(cookiesOf(await tryPassword(PASSWORD, { email: eve.email, cookie: old })));
    const own = deviceOf(cookiesOf(await tryPassword(PASSWORD, { cookie: old })));
    await alreadyTried(20, { what: 'password, known device' });
    for (const cookie of [old, others]) expect((await tryPassword(PASSWORD, { cookie })).status).toBe(429);
    await alreadyTried(20);
    expect((await tryPassword(PASSWORD, { cookie: own })).status).toBe(200);
  });

  test('is no longer known after a new password, except for the browser that set it, and after a sign-out everywhere', async () => {
    const mei = await server.signUp({ email: 'mei@example.com' });
    await alreadyTried(20, { whom: accountKey(mei.email) });
    const newPassword = 'staple of my own';
    const signIn = async (cookie: string, password = newPassword) =>
      (await tryPassword(password, { email: mei.email, cookie: deviceOf(cookie) })).status;
    const before = mei.cookie;
    expect(await signIn(before, PASSWORD)).toBe(200);
    mei.cookie = cookiesOf(await mei.post('/api/identity/change-password', { currentPassword: PASSWORD, newPassword }));
    expect([await signIn(before), await signIn(mei.cookie)]).toEqual([429, 200]);
    expect((await mei.delete(`/api/users/${mei.uid}/devices`)).status).toBe(200);
    expect(await signIn(mei.cookie)).toBe(429);
  });

  test('stays known to its first accounts, however many others log in there', async () => {
    let cookie = deviceOf(ada.cookie);
    const signInThere = async (email: string) => {
      const answer = await tryPassword(PASSWORD, { email, cookie });
      if (answer.status === 200) cookie = deviceOf(cookiesOf(answer));
      return answer.status;
    };
    const others = Array.from({ length: 9 }, (_, n) => `borrows.${n}@example.com`);
    for (const email of others) {
      await server.signUp({ email });
      expect(await signInThere(email)).toBe(200);
    }
    for (const email of [ada.email, ...others]) await alreadyTried(20, { whom: accountKey(email) });
    expect(await signInThere(ada.email)).toBe(200);
    expect(await signInThere(others.at(-1)!)).toBe(200);
    expect(await signInThere(others[3]!)).toBe(429);
  });

  test('is recognised only by a cookie that this server signed for the account', async () => {
    const eve = new Client(origin);
    await server.signUp({ email: 'mallory@example.com' });
    await eve.signIn('mallory@example.com', PASSWORD);
    await alreadyTried(20);
    const mine = deviceOf(eve.cookie);
    const [name, value] = mine.split('=') as [string, string];
    const forged = [
      mine,
      deviceOf(ada.cookie).replace(/.{4}$/, 'AAA%3D'),
      `${name}=x${value}`,
      `${name}=${/session_token=([^;]+)/.exec(ada.cookie)![1]}`,
      `${name}=`,
      `${name}=%00`,
      `${name}=..`,
    ];
    for (const cookie of forged) expect((await tryPassword(PASSWORD, { cookie })).status).toBe(429);
  });

  test('keeps its cookie for a year, out of reach of scripts and other sites', async () => {
    const { headers } = await tryPassword(PASSWORD);
    const line = headers.getSetCookie().find((cookie) => cookie.startsWith('moodring.device='));
    expect(line).toMatch(/^(?=.*HttpOnly)(?=.*SameSite=Lax)(?=.*Path=\/)(?=.*Max-Age=31536000)/i);
    // Random ids and a signature: nothing tells whose it is.
    const [, id] = decodeURIComponent(line!).match(/^moodring\.device=([\da-f-]{36})~[\w-]{16}\.[\w+/]{43}=;/) ?? [];
    expect(id).toBeDefined();
    expect(id).not.toBe(ada.uid);
  });
});

describe('calls from one address', () => {
  test('log-ins: 20 a minute, at both nodes together; above that only browsers that were signed in to the account', async () => {
    const from = newAddress();
    const cookie = await signInAtNewDevice();
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        tryPassword('wrong horse battery', { email: `${n}-no email`, from, at: everywhere()[n % 2] }),
      ),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(4);
    for (const { body, headers } of refused) {
      const message = 'Log-ins of your network: at most 20 a minute. Please wait a moment.';
      expect(body).toEqual({ error: { code: 'too_many', message } });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(50);
    }
    expect((await tryPassword(PASSWORD, { from })).status).toBe(429);
    expect((await tryPassword(PASSWORD, { from, cookie })).status).toBe(200);
  });

  test('log-ins by passkey: 60 calls a minute of a subscriber, and others in the same home do not keep a known browser out', async () => {
    const cookie = deviceOf(ada.cookie);
    let calls = 0;
    const options = (cookies: string) =>
      new Client(origin).call('GET', '/api/identity/passkey/generate-authenticate-options', undefined, {
        'x-forwarded-for': `2001:db8:60:${calls++}::1`,
        cookie: cookies,
      });
    const countRefused = async (cookies: string) =>
      (await Promise.all(Array.from({ length: 61 }, () => options(cookies)))).filter(({ status }) => status === 429)
        .length;
    expect(await countRefused('')).toBe(1);
    expect((await options('')).status).toBe(429);
    expect(await countRefused(cookie)).toBe(1);
    // New known devices do not pass the limit of all.
    await alreadyTried(599, { what: 'passkey by all, network', whom: '2001:db8:60::/48', ago: '1 second' });
    const [phone, tablet] = [await signInAtNewDevice(), await signInAtNewDevice()];
    expect([(await options(phone)).status, (await options(tablet)).status]).toEqual([200, 429]);
  });

  test('made-up paths are refused before they are counted', async () => {
    const from = newAddress();
    for (let n = 0; n < 5; n++) {
      await new Client(origin).call('GET', `/api/identity/made-up-${n}`, undefined, { 'x-forwarded-for': from });
    }
    expect((await database.pool.query('select what from limits')).rows).toEqual([]);
  });
});

test('password attempts of a signed-in person are limited too', async () => {
  await alreadyTried(98, { what: 'password, signed in', whom: ada.uid });
  const answers = await Promise.all(
    Array.from({ length: 4 }, (_, n) =>
      ada.call(
        'POST',
        '/api/identity/change-password',
        { currentPassword: `guess ${n}`, newPassword: 'a new horse battery' },
        { 'x-forwarded-for': newAddress() },
      ),
    ),
  );
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(2);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
});

test('who has one session of a person uses up the password checks of that one alone', async () => {
  const { client, token } = await newSession(server, ada);
  const { rows } = await database.pool.query('select id from sessions where token = $1', [token]);
  await alreadyTried(19, { what: 'password, session', whom: rows[0].id });
  const check = (by: Client, currentPassword: string) =>
    by.post('/api/identity/change-password', { currentPassword, newPassword: 'a new horse battery' });
  expect((await check(client, 'a guess')).status).toBe(400);
  expect((await check(client, 'a guess')).status).toBe(429);
  expect((await check(ada, PASSWORD)).status).toBe(200);
});
