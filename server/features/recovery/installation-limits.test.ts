import { afterAll, beforeEach, expect, test } from 'vitest';
import { type Member, PASSWORD } from '#fixtures/client.ts';
import { accountKey } from '#server/features/identity/index.ts';
import { insertAttempts } from '#tests/support/database/insert-attempts.ts';
import { openEndpoint } from '#tests/support/servers/endpoint.ts';
import { openMailServer } from '#tests/support/servers/mail-server.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const [mail, endpoint] = [await openMailServer(), await openEndpoint()];
afterAll(() => Promise.all([mail.close(), endpoint.close()]));
const { database, log, visitor, signUp, moodring, settled } = await startTestServer({
  rateLimits: true,
  generalMessageUrl: endpoint.address,
  smtp: { url: mail.url, from: 'moodring@example.com' },
});
const { pool } = database;
const { config } = moodring.context;

let people = 0;
let ada: Member;
beforeEach(async () => {
  await pool.query('delete from limits');
  people += 1;
  ada = await signUp({ email: `ada.${people}@example.org`, phonenumber: `+1415555${5_000 + people}` });
  await pool.query('update users set phone_proven_at = now() where id = $1', [ada.uid]);
});

const already = (what: string, times: number, whom = 'all') =>
  insertAttempts(pool, config.authSecret, { what, whom, times, ago: '2 hours' });
const failures = () => log.lines.filter(({ msg }) => msg === 'work in the background failed').length;

/** Asks, and waits until the work in the background has been given up. */
async function asksInVain(path: string): Promise<void> {
  const [before, mails, texts] = [failures(), mail.received.length, endpoint.received.length];
  expect((await visitor.post(path, { email: ada.email })).status).toBe(200);
  await settled();
  expect(failures()).toBe(before + 1);
  expect([mail.received.length, endpoint.received.length]).toEqual([mails, texts]);
}

test('the installation mails 2,000 reset links a day; nobody learns from the answer that there are no more', async () => {
  await already('reset link, all', 2_000);
  await asksInVain('/api/recovery/link');
});

test('the installation texts 300 reset codes a day, and 10 to one number', async () => {
  await already('reset code, all', 300);
  await asksInVain('/api/recovery/code');
  await pool.query('delete from limits');
  await already('reset code, number', 10, ada.phonenumber);
  await asksInVain('/api/recovery/code');
});

test('the installation texts 300 proof codes a day', async () => {
  await already('proof code, all', 300);
  const texts = endpoint.received.length;
  expect((await ada.post(`/api/users/${ada.uid}/phone/code`)).status).toBe(429);
  expect(endpoint.received).toHaveLength(texts);
});

test.each([
  ['an address gets 5 mails a day from all people together', 'mail, address', 5],
  ['the installation sends 1,000 mails a day that people ask for', 'mail, all', 1_000],
])('%s', async (_, what, times) => {
  const email = 'somebody.else@example.org';
  await already(what, times, what === 'mail, all' ? 'all' : accountKey(email));
  const answer = await ada.post(`/api/users/${ada.uid}/email`, { email, password: PASSWORD });
  expect(answer.status).toBe(429);
  expect(mail.received.filter(({ to }) => to === email)).toEqual([]);
});
