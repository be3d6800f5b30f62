import { expect, test } from 'vitest';
import { type Member, PASSWORD } from '#fixtures/client.ts';
import { newSession } from '#tests/support/people/new-session.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const server = await startTestServer();
const { database, signUp } = server;

/** The same person in another browser. */
async function elsewhere(person: Member) {
  const { client, token } = await newSession(server, person);
  return { client, token, live: await client.listen() };
}

/** A live connection's close code, and the milliseconds until it closes. */
async function endOf(live: { closed: Promise<{ code: number }> }) {
  const start = performance.now();
  const { code } = await live.closed;
  return { code, ms: performance.now() - start };
}

test('signing out closes every tab of that session within 5 seconds, and no other session', async () => {
  const ada = await signUp();
  const own = await ada.listen();
  const other = await elsewhere(ada);
  const otherTab = await other.client.listen();
  const ends = [endOf(other.live), endOf(otherTab)];
  await other.client.post('/api/identity/sign-out');
  for (const end of await Promise.all(ends)) {
    expect(end.code).toBe(4401);
    expect(end.ms).toBeLessThan(5_000);
  }
  expect(await own.everything()).toEqual([]);
  await expect(other.client.listen()).rejects.toMatchObject({ status: 401 });
});

test('a new password that ends the other sessions closes them within 5 seconds', async () => {
  const ada = await signUp();
  const other = await elsewhere(ada);
  const end = endOf(other.live);
  const { status } = await ada.post('/api/identity/change-password', {
    currentPassword: PASSWORD,
    newPassword: `${PASSWORD} staple`,
  });
  expect(status).toBe(200);
  const { code, ms } = await end;
  expect(code).toBe(4401);
  expect(ms).toBeLessThan(5_000);
});

test('a session that ends in the database (removed, expired, its person removed) is closed within 5 seconds', async () => {
  const [ada, leaver] = [await signUp(), await signUp()];
  const own = await ada.listen();
  const [removed, runOut, left] = [await elsewhere(ada), await elsewhere(ada), await elsewhere(leaver)];
  const ends = [removed, runOut, left].map(({ live }) => endOf(live));
  await database.pool.query('delete from sessions where token = $1', [removed.token]);
  await database.pool.query('update sessions set expires_at = now() where token = $1', [runOut.token]);
  await database.pool.query('delete from users where id = $1', [leaver.uid]);
  for (const { code, ms } of await Promise.all(ends)) {
    expect(code).toBe(4401);
    expect(ms).toBeLessThan(5_000);
  }
  expect(await own.everything()).toEqual([]);
});
