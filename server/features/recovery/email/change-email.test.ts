import { afterAll, expect, test } from 'vitest';
import { Client, type Member, PASSWORD } from '#fixtures/client.ts';
import { openMailServer, tokenOf } from '#tests/support/servers/mail-server.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const mail = await openMailServer();
afterAll(() => mail.close());
const { database, origin, visitor, signUp } = await startTestServer({
  smtp: { url: mail.url, from: 'moodring@example.com' },
});

let addresses = 0;
const newAddress = () => `new.${++addresses}@example.com`;
const RUN_OUT = 'This link has run out, or was used already. Please ask for another one.';
const ask = (person: Member, email: string, password = PASSWORD) =>
  person.post(`/api/users/${person.uid}/email`, { email, password });
const reset = (token: string) => visitor.post('/api/recovery/password', { token, password: 'tangerine kettle' });
const confirm = (person: Client, token: string) => person.post('/api/recovery/email', { token });
const recoveryOf = async (person: Member) => (await person.get(`/api/users/${person.uid}/recovery`)).body;

test('the old email stays until the link to the new one is used, and gets a note', async () => {
  const ada = await signUp();
  const email = newAddress();
  expect((await ask(ada, ` ${email.toUpperCase()} `)).status).toBe(200);
  expect((await mail.next(ada.email)).text).toContain('wants to change the email');
  expect(await recoveryOf(ada)).toMatchObject({ email: ada.email, newEmail: email, emailConfirmed: false });
  expect((await new Client(origin).signIn(ada.email, PASSWORD)).status).toBe(200);
  const token = tokenOf(await mail.next(email));
  expect(await confirm(ada, token)).toMatchObject({ status: 200, body: { email } });
  expect(await recoveryOf(ada)).toMatchObject({ email, newEmail: null, emailConfirmed: true });
  expect((await mail.next(ada.email)).text).toContain('log in to Moodring with your new email');
  // Somebody else may read the old mailbox.
  for (const note of mail.received.filter(({ to }) => to === ada.email)) expect(note.text).not.toContain(email);
  expect((await new Client(origin).signIn(ada.email, PASSWORD)).status).toBe(401);
  expect((await new Client(origin).signIn(email, PASSWORD)).status).toBe(200);
  expect((await confirm(ada, token)).body.error.message).toBe(RUN_OUT);
});

test('the present email is confirmed by a link', async () => {
  const ada = await signUp();
  expect((await ada.post(`/api/users/${ada.uid}/email/confirmation`)).status).toBe(200);
  expect((await confirm(ada, tokenOf(await mail.next(ada.email)))).body).toEqual({ email: ada.email });
  expect(await recoveryOf(ada)).toMatchObject({ email: ada.email, emailConfirmed: true });
});

test('a link works in a session of its account alone: who has the address may have made no account', async () => {
  const [ada, grace] = [await signUp(), await signUp()];
  await ada.post(`/api/users/${ada.uid}/email/confirmation`);
  const token = tokenOf(await mail.next(ada.email));
  expect((await confirm(visitor, token)).status).toBe(401);
  const { status, body } = await confirm(grace, token);
  expect([status, body.error.message]).toEqual([
    400,
    'This link is for another account. Log in to that one, then open the link again.',
  ]);
  for (const who of [ada, grace]) expect(await recoveryOf(who)).toMatchObject({ emailConfirmed: false });
  expect((await confirm(ada, token)).body).toEqual({ email: ada.email });
});

test('a change needs the password, and an address', async () => {
  const ada = await signUp();
  const email = newAddress();
  expect((await ask(ada, email, 'not hers at all')).body.error.message).toBe('Invalid password');
  expect((await ask(ada, 'no address')).body.error.message).toBe('That is not an email address.');
  expect((await ask(ada, ada.email)).body.error.message).toBe('That is your email already.');
  expect(mail.received.map(({ to }) => to)).not.toContain(email);
});

test('an email of another account gets the same answer; only its owner learns it', async () => {
  const [ada, grace] = [await signUp(), await signUp()];
  const email = newAddress();
  const free = await ask(ada, email);
  expect((await recoveryOf(ada)).newEmail).toBe(email);
  const taken = await ask(ada, grace.email);
  expect([taken.status, taken.body]).toEqual([free.status, free.body]);
  expect((await recoveryOf(ada)).newEmail).toBe(grace.email);
  const note = await mail.next(grace.email);
  expect(note.headers.subject).toBe('You already have an account at Moodring');
  expect(note.text).not.toMatch(/#[\w-]{43}/);
});

test('an address that another person has taken meanwhile is refused', async () => {
  const ada = await signUp();
  const email = newAddress();
  await ask(ada, email);
  const token = tokenOf(await mail.next(email));
  await signUp({ email });
  expect((await confirm(ada, token)).body.error.message).toBe(RUN_OUT);
  expect((await recoveryOf(ada)).email).toBe(ada.email);
});

test('a change of email ends links that were mailed to the old address', async () => {
  const ada = await signUp();
  await visitor.post('/api/recovery/link', { email: ada.email });
  const token = tokenOf(await mail.next(ada.email));
  const email = newAddress();
  await ask(ada, email);
  await confirm(ada, tokenOf(await mail.next(email)));
  expect((await reset(token)).status).toBe(400);
});

test('a link for an email sets no password, and a link for a password confirms no email', async () => {
  const ada = await signUp();
  await ada.post(`/api/users/${ada.uid}/email/confirmation`);
  const forEmail = tokenOf(await mail.next(ada.email));
  expect((await reset(forEmail)).status).toBe(400);
  await visitor.post('/api/recovery/link', { email: ada.email });
  expect((await confirm(ada, tokenOf(await mail.next(ada.email)))).status).toBe(400);
  expect((await confirm(ada, forEmail)).status).toBe(200);
});

test('the links of a deleted account are deleted', async () => {
  const ada = await signUp();
  await ada.post(`/api/users/${ada.uid}/email/confirmation`);
  await mail.next(ada.email);
  await ada.leave();
  const { rows } = await database.pool.query('select from one_time_links where uid = $1', [ada.uid]);
  expect(rows).toEqual([]);
});
