import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Client, PASSWORD } from '#fixtures/client.ts';
import { createTestLog } from '#tests/support/servers/log.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { createSecurityLog } from './security-log.ts';

const server = await startTestServer({ rateLimits: true, trustProxy: 1 });
const { log, origin, signUp } = server;

const ada = await signUp({ email: 'Ada.Lovelace@example.com' });

/** The log lines of a call from an address. */
async function toldOf(address: string, call: (headers: Record<string, string>) => Promise<unknown>) {
  const before = log.lines.length;
  // The proxy appends the address after the caller's forged one.
  await call({ 'x-forwarded-for': `198.51.100.99, ${address}` });
  return log.lines.slice(before).filter(({ event }) => event);
}

const signIn = (email: string, password: string) => (headers: Record<string, string>) =>
  new Client(origin).call('POST', '/api/identity/sign-in/email', { email, password }, headers);

describe('a refusal is a line with an event and the caller’s address', () => {
  test('a log-in with a wrong password, the same for an email without an account', async () => {
    const known = await toldOf('192.0.2.1', signIn(ada.email, 'not her password'));
    const unknown = await toldOf('192.0.2.2', signIn('nobody@example.com', 'not a password'));
    expect(known).toEqual([line('sign-in-failed', '192.0.2.1')]);
    expect(unknown).toEqual([line('sign-in-failed', '192.0.2.2')]);
    expect(Object.keys(known[0]!)).toEqual(Object.keys(unknown[0]!));
    expect(await toldOf('192.0.2.1', signIn(ada.email, PASSWORD))).toEqual([]);
  });

  test('attempts at one account have one hash, which a list of emails cannot reproduce', async () => {
    const [one] = await toldOf('192.0.2.3', signIn(ada.email, 'a first try'));
    const [other] = await toldOf('2001:db8::7', signIn(ada.email.toUpperCase(), 'a second try'));
    const [another] = await toldOf('192.0.2.3', signIn('grace@example.com', 'a third try'));
    expect(other).toMatchObject({ address: '2001:db8::7', account: one!.account });
    expect(another!.account).not.toBe(one!.account);
    const email = ada.email.toLowerCase();
    for (const encoding of ['hex', 'base64url'] as const)
      expect(createHash('sha256').update(email).digest(encoding)).not.toContain(one!.account);
    expect(log.written().toLowerCase()).not.toContain(email);
  });

  test('a wrong password of a signed-in person', async () => {
    const leave = { password: 'not her password' };
    const change = { currentPassword: leave.password, newPassword: 'another one of hers' };
    for (const [path, body] of [
      ['/api/identity/update-user', { ...leave, phonenumber: '+14155550199' }],
      [`/api/users/${ada.uid}/leave`, leave],
      ['/api/identity/change-password', change],
    ] as const) {
      const told = await toldOf('192.0.2.4', (headers) => ada.call('POST', path, body, headers));
      expect(told).toEqual([line('password-refused', '192.0.2.4')]);
      expect(told[0]!.account).not.toContain(ada.uid.slice(0, 8));
    }
  });

  test('a log-in above the limit', async () => {
    const guess = signIn('guessed@example.com', 'a wrong password');
    for (let n = 0; n < 20; n++) await guess({ 'x-forwarded-for': `203.0.113.${n}` });
    expect(await toldOf('192.0.2.10', guess)).toEqual([
      { ...line('sign-in-limited', '192.0.2.10'), account: undefined },
    ]);
  });

  test('a sign-up above the limit, by a name of its own', async () => {
    const told = await toldOf('192.0.2.11', async (headers) => {
      for (let n = 0; n < 11; n++) {
        const body = { firstname: 'M', lastname: 'X', name: 'M X', email: `m${n}@example.com`, password: PASSWORD };
        await new Client(origin).call('POST', '/api/identity/sign-up/email', body, headers);
      }
    });
    expect(told).toEqual([{ ...line('sign-up-limited', '192.0.2.11'), account: undefined }]);
  });

  test('any other call above its limit', async () => {
    const search = (headers: Record<string, string>) =>
      ada.call('POST', '/api/users/search', { query: '5550' }, headers);
    await Promise.all(Array.from({ length: 20 }, () => search({})));
    expect(await toldOf('192.0.2.5', search)).toEqual([line('too-many', '192.0.2.5')]);
  });

  test('a call and a live connection from another site', async () => {
    const foreign = { origin: 'https://evil.example' };
    const call = (headers: Record<string, string>) =>
      ada.call('POST', '/api/messages/read', {}, { ...foreign, ...headers });
    expect(await toldOf('192.0.2.6', call)).toEqual([line('foreign-origin', '192.0.2.6')]);
    const listen = (headers: Record<string, string>) => ada.listen({ ...foreign, ...headers }).catch(() => {});
    expect(await toldOf('192.0.2.7', listen)).toEqual([line('foreign-origin', '192.0.2.7')]);
  });

  test('text that is no IP address is not logged as one', async () => {
    expect(await toldOf('evil\\","address":"192.0.2.8', signIn(ada.email, 'wrong password'))).toEqual([
      line('sign-in-failed', 'unknown'),
    ]);
    const { lines, log } = createTestLog();
    createSecurityLog(log, 'secret').record('too-many', { address: '::ffff:192.0.2.9' });
    expect(lines).toMatchObject([{ address: '192.0.2.9' }]);
  });

  function line(event: string, address: string) {
    const hash = expect.stringMatching(/^[0-9a-f]{12}$/);
    const about = event === 'foreign-origin' ? {} : { account: hash };
    return {
      level: 30,
      time: expect.any(Number),
      pid: process.pid,
      hostname: expect.any(String),
      event,
      address,
      ...about,
      msg: 'A call was refused',
    };
  }
});

test('a flood of refusals logs a limited number of lines a minute, fewer of one address, and the number of the others, also at a stop', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { log, lines } = createTestLog();
  const securityLog = createSecurityLog(log, 'secret', { lines: 30, linesPerSite: 5, seconds: 60 });
  for (let n = 0; n < 10_000; n++) securityLog.record('sign-in-failed', { address: '192.0.2.1', account: `${n}` });
  expect(lines).toHaveLength(5);
  securityLog.record('sign-in-failed', { address: '192.0.2.2' });
  expect(lines.at(-1)).toMatchObject({ address: '192.0.2.2' });
  for (let n = 0; n < 1_000; n++) securityLog.record('too-many', { address: `198.51.100.${n % 250}` });
  expect(lines).toHaveLength(30);
  vi.advanceTimersByTime(60_000);
  expect(lines).toHaveLength(31);
  expect(lines.at(-1)).toMatchObject({ level: 40, event: 'more', count: 11_001 - 30 });
  securityLog.record('sign-in-failed', { address: '192.0.2.1' });
  expect(lines).toHaveLength(32);
  vi.advanceTimersByTime(600_000);
  expect(lines).toHaveLength(32);
  for (let n = 0; n < 7; n++) securityLog.record('foreign-origin', { address: '192.0.2.1' });
  securityLog.close();
  expect(lines.at(-1)).toMatchObject({ event: 'more', count: 2 });
});

test('the filter in docs/operating.md finds the address in each line about a guess, and in no other line', () => {
  const handbook = readFileSync(join(import.meta.dirname, '../../docs/operating.md'), 'utf8');
  const setting = (name: string) => new RegExp(`^ +${name} = (.*)$`, 'm').exec(handbook)![1]!;
  const date = new RegExp(setting('datepattern').replace('{LEPOCH}', '\\d{13}'));
  const failure = new RegExp(setting('failregex').replace('<HOST>', '(?<host>[0-9a-f.:]+)'));
  const hostOf = (line: object) => failure.exec(JSON.stringify(line).replace(date, ''))?.groups?.host;
  // Visitors sent by another site's page, and very active people, must not be banned.
  const guesses = ['sign-in-failed', 'sign-in-limited', 'password-refused'];
  const told = log.lines.filter(({ event, address }) => event && address !== 'unknown');
  expect(new Set(told.map(({ event }) => event)).size).toBe(6);
  for (const line of told) expect(hostOf(line)).toBe(guesses.includes(String(line.event)) ? line.address : undefined);
  const { log: other, lines } = createTestLog();
  const words = '","event":"sign-in-failed","address":"192.0.2.8"';
  other.info({ words }, words);
  createSecurityLog(other, 'secret').record('sign-in-failed', { address: 'x' });
  expect(lines.map(hostOf)).toEqual([undefined, undefined]);
});
