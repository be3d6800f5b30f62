import { afterAll, beforeEach, expect, test } from 'vitest';
import { Client, type Member, PASSWORD } from '#fixtures/client.ts';
import { Authenticator } from '#tests/support/people/authenticator.ts';
import { openMailServer, tokenOf } from '#tests/support/servers/mail-server.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const mail = await openMailServer();
afterAll(() => mail.close());
const { origin, database, visitor, signUp, settled } = await startTestServer({
  rateLimits: true,
  smtp: { url: mail.url, from: 'moodring@example.com' },
});
const { pool } = database;

let people = 0;
let ada: Member;
beforeEach(async () => {
  await pool.query('delete from limits');
  people += 1;
  ada = await signUp({ email: `ada.${people}@example.org` });
});

const cookiesOf = (headers: Headers) =>
  headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
const path = () => `/api/users/${ada.uid}/passkeys`;

async function begin() {
  const { headers, body } = await ada.post(`${path()}/options`, { password: PASSWORD });
  return { cookie: `${ada.cookie}; ${cookiesOf(headers)}`, challenge: body.challenge as string };
}

async function finish({ cookie, challenge }: Awaited<ReturnType<typeof begin>>, device = new Authenticator(origin)) {
  const credential = device.register(challenge);
  return (await ada.call('POST', path(), { name: 'Phone', credential }, { cookie })).status;
}

const confirm = () => pool.query('update users set email_verified = true where id = $1', [ada.uid]);
const notes = () => mail.received.filter(({ to, headers }) => to === ada.email && /passkey/.test(headers.subject!));

test('a person is mailed that their account has a new passkey, each time', async () => {
  await confirm();
  for (let added = 0; added < 7; added++) expect(await finish(await begin())).toBe(200);
  await settled();
  expect(notes()).toHaveLength(7);
  expect(notes()[0]!.text).toContain(`remove it and choose a new password: ${origin}/settings`);
});

test('an address that is not confirmed gets five such mails a day', async () => {
  for (let added = 0; added < 7; added++) expect(await finish(await begin())).toBe(200);
  await confirm();
  expect(await finish(await begin())).toBe(200);
  await settled();
  expect(notes()).toHaveLength(6);
});

test('a challenge from before the twentieth passkey adds no further one', async () => {
  await pool.query(
    `insert into passkeys (id, user_id, public_key, credential_id, counter, device_type, backed_up)
     select gen_random_uuid(), $1, '', gen_random_uuid(), 0, 'singleDevice', false from generate_series(1, 19)`,
    [ada.uid],
  );
  const [one, other] = [await begin(), await begin()];
  expect([await finish(one), await finish(other)]).toEqual([200, 429]);
});

test('after a reset by mail the passkey still signs in, and the mail says so', async () => {
  const device = new Authenticator(origin);
  expect(await finish(await begin(), device)).toBe(200);
  await visitor.post('/api/recovery/link', { email: ada.email });
  await settled();
  expect(mail.received.some(({ text }) => text.includes('/new-password#'))).toBe(true);
  const link = mail.received.findLast(({ to, text }) => to === ada.email && text.includes('/new-password#'))!;
  const answer = await visitor.post('/api/recovery/password', { token: tokenOf(link), password: 'tangerine kettle' });
  expect(answer.status).toBe(200);
  expect((await ada.circle()).status).toBe(401);
  const browser = new Client(origin);
  const options = await browser.get('/api/identity/passkey/generate-authenticate-options');
  browser.cookie = cookiesOf(options.headers);
  const response = device.signIn(options.body.challenge);
  const signedIn = await browser.post('/api/identity/passkey/verify-authentication', { response });
  expect([signedIn.status, signedIn.body.user?.id]).toEqual([200, ada.uid]);
  await settled();
  expect(mail.received.some(({ to, text }) => to === ada.email && text.includes('Passkeys go on'))).toBe(true);
});
