import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Client, cookiesOf, PASSWORD } from '#fixtures/client.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

/** How many calls have come to the queue of known accounts, those that are at work, too. */
let known = 0;
vi.mock(import('#server/limits/fair-queue.ts'), async (load) => {
  const { createFairQueue } = await load();
  return {
    createFairQueue(bounds) {
      const queue = createFairQueue(bounds);
      return {
        run(...call: Parameters<typeof queue.run>) {
          const result = queue.run(...call);
          // No other queue lets ten of a group wait.
          if (bounds.maxWaitingPerGroup === 10) known += 1;
          return result;
        },
      } as typeof queue;
    },
  };
});

/** Every hash since the test began. Each is held back, so that the test sees whose turn it is. */
const begun: (() => void)[] = [];
const hash = crypto.scrypt as (...args: unknown[]) => void;
crypto.scrypt = ((...args: unknown[]) => {
  begun.push(() => hash(...args));
  if (!isHeld) begun.at(-1)!();
}) as typeof crypto.scrypt;
syncBuiltinESMExports();
let isHeld = false;

const { origin, database, signUp, forgetAttempts } = await startTestServer({ rateLimits: true, trustProxy: 1 });
const ada = await signUp();
const device = cookiesOf(await logIn('192.0.2.1'));

beforeEach(async () => {
  await forgetAttempts();
  begun.length = 0;
  isHeld = true;
});
afterEach(release);

function release(): void {
  isHeld = false;
  for (const proceed of [...begun]) proceed();
}

function logIn(from: string, { email = ada.email, cookie = '' } = {}) {
  const headers = { 'x-forwarded-for': from, cookie };
  return new Client(origin).call('POST', '/api/identity/sign-in/email', { email, password: PASSWORD }, headers);
}

/** Strangers log in, each from an address of its own. @returns their answers, and a function that hangs up */
function flood(count: number, addressOf: (n: number) => string) {
  const callers = new AbortController();
  const answers = Array.from({ length: count }, async (_, n) => {
    const body = JSON.stringify({ email: `nobody.${n}@example.com`, password: PASSWORD });
    const headers = { origin, 'content-type': 'application/json', 'x-forwarded-for': addressOf(n) };
    const call = fetch(`${origin}/api/identity/sign-in/email`, {
      method: 'POST',
      headers,
      body,
      signal: callers.signal,
    });
    return call.then(
      ({ status }) => status,
      () => undefined,
    );
  });
  return { answers, hangUp: () => callers.abort() };
}

const inNetworkOfTheirOwn = (n: number) => `2001:db8:${(n + 1).toString(16)}::1`;

test('while strangers of many networks wait, known devices and signed-in people pass', async () => {
  const { answers } = flood(20, inNetworkOfTheirOwn);
  await expect.poll(() => begun.length).toBe(2);

  const known = logIn('198.51.100.1', { cookie: device });
  await expect.poll(() => begun.length).toBe(3);
  begun[2]!();
  expect((await known).status).toBe(200);
  const leave = ada.post(`/api/users/${ada.uid}/leave`, { password: 'a wrong one' });
  await expect.poll(() => begun.length).toBe(4);
  begun[3]!();
  expect((await leave).status).toBe(400);

  release();
  await Promise.all(answers);
});

test('many known devices of the new accounts of one network take one turn', async () => {
  const { pool } = database;
  const crowd = [];
  isHeld = false;
  for (let n = 0; n < 4; n++) {
    const { email, uid } = await signUp();
    await pool.query(`update users set sign_up_network = 'one' where id = $1`, [uid]);
    crowd.push({ email, cookie: cookiesOf(await logIn('192.0.2.1', { email })) });
  }
  await pool.query(`update users set created_at = now() - interval '30 days' where id = $1`, [ada.uid]);
  await forgetAttempts();
  [begun.length, known, isHeld] = [0, 0, true];
  const others = crowd.map((each) => logIn('192.0.2.1', each));
  await expect.poll(() => known).toBe(4);
  await expect.poll(() => begun.length).toBe(1);

  const own = logIn('192.0.2.1', { cookie: device });
  await expect.poll(() => known).toBe(5);
  // The first of the crowd, which was at work, and another one, which came before.
  for (let n = 0; n < 3; n++) {
    await expect.poll(() => begun.length).toBe(n + 1);
    begun[n]!();
  }
  expect((await own).status).toBe(200);
  release();
  await Promise.all(others);
});

test.each([
  ['an IPv6 /48', (n: number) => `2001:db8:0:${n.toString(16)}::1`],
  ['an IPv4 /24', (n: number) => `192.0.2.${n}`],
])('of the addresses of %s forty wait together; others still come in', async (_, addressOf) => {
  const { answers } = flood(50, addressOf);
  expect(await Promise.race(answers)).toBe(429);
  const newDevice = logIn('198.51.100.1');
  release();
  expect((await newDevice).status).toBe(200);
  await Promise.all(answers);
});

test('sign-ups that wait for their turn keep no mood, list or health check waiting', async () => {
  const signUps = Array.from({ length: 25 }, (_, n) => {
    const body = { firstname: 'M', lastname: 'X', name: 'M X', email: `flood${n}@example.com`, password: PASSWORD };
    const headers = { 'x-forwarded-for': inNetworkOfTheirOwn(n) };
    return new Client(origin).call('POST', '/api/identity/sign-up/email', body, headers);
  });
  await expect.poll(() => begun.length).toBe(2);
  for (const call of [() => ada.choose('Dark'), () => ada.circle(), () => ada.get('/api/health')])
    expect((await call()).status).toBe(200);
  expect(begun).toHaveLength(2);
  release();
  for (const { status } of await Promise.all(signUps)) expect(status).toBe(200);
});

test('callers who hung up are not hashed for: the next log-in waits for nobody', async () => {
  const { answers, hangUp } = flood(40, inNetworkOfTheirOwn);
  await expect.poll(() => begun.length).toBe(2);
  hangUp();
  await Promise.all(answers);
  // The server has read this after their ends.
  expect((await new Client(origin).get('/api/health')).status).toBe(200);
  release();
  expect((await logIn('198.51.100.1')).status).toBe(200);
  expect(begun).toHaveLength(3);
});
