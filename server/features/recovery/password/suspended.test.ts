import { afterAll, expect, test } from 'vitest';
import { SUSPENDED } from '#contract/errors.ts';
import { Client, PASSWORD } from '#fixtures/client.ts';
import { suspend } from '#server/features/identity/index.ts';
import { openMailServer, tokenOf } from '#tests/support/servers/mail-server.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const mail = await openMailServer();
afterAll(() => mail.close());
const { database, origin, visitor, signUp } = await startTestServer({
  smtp: { url: mail.url, from: 'moodring@example.com' },
});

const NEW = 'tangerine kettle morning';
const ask = (email: string) => visitor.post('/api/recovery/link', { email });
const reset = (token: string) => visitor.post('/api/recovery/password', { token, password: NEW });
const sessions = async (uid: string) =>
  (await database.pool.query('select from sessions where user_id = $1', [uid])).rowCount;

test('a suspended person may choose a new password, and reads at the log-in that the account is suspended', async () => {
  const ada = await signUp();
  await suspend(database.pool, ada.uid, true);
  const unknown = await ask('nobody@example.com');
  expect(await ask(ada.email)).toMatchObject({ status: unknown.status, body: unknown.body });
  const token = tokenOf(await mail.next(ada.email));
  expect(await reset(token)).toMatchObject({ status: 200, body: { ok: true } });
  expect(await sessions(ada.uid)).toBe(0);
  const answer = await new Client(origin).signIn(ada.email, NEW);
  expect([answer.status, answer.body.message]).toEqual([403, SUSPENDED]);
  expect(await sessions(ada.uid)).toBe(0);
});

test('others learn nothing: to a wrong password and to an unknown email the answer is the same', async () => {
  const ada = await signUp();
  await suspend(database.pool, ada.uid, true);
  const [wrong, unknown] = [
    await new Client(origin).signIn(ada.email, NEW),
    await new Client(origin).signIn('nobody@example.com', NEW),
  ];
  expect([wrong.status, wrong.body]).toEqual([unknown.status, unknown.body]);
});

test('links from before the suspension have ended', async () => {
  const ada = await signUp();
  await ask(ada.email);
  await ada.post(`/api/users/${ada.uid}/email`, { email: 'new.ada@example.com', password: PASSWORD });
  const tokens = [tokenOf(await mail.next(ada.email)), tokenOf(await mail.next('new.ada@example.com'))];
  await suspend(database.pool, ada.uid, true);
  expect((await reset(tokens[0]!)).status).toBe(400);
  expect((await visitor.post('/api/recovery/email', { token: tokens[1] })).status).toBe(400);
});
