import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { describe, expect, test, vi } from 'vitest';
import { Client, PASSWORD } from '#fixtures/client.ts';
import { newSession } from '#tests/support/people/new-session.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const server = await startTestServer();
const { origin, visitor, database, signUp } = server;

const ada = await signUp({ email: 'ada@example.com', phonenumber: '415 555 0100' });

describe('signing in', () => {
  const signIn = (change: object = {}) =>
    visitor.post('/api/identity/sign-in/email', { email: ada.email, password: PASSWORD, ...change });

  test('takes the same work for a known and an unknown email: one hash with the same parameters', async () => {
    const scrypt = vi.spyOn(crypto, 'scrypt');
    syncBuiltinESMExports();
    for (const email of [ada.email, 'nobody@example.com']) await signIn({ email, password: 'wrong horse battery' });
    const work = scrypt.mock.calls.map(([password, , length, cost]) => ({ password, length, cost }));
    scrypt.mockRestore();
    syncBuiltinESMExports();
    expect(work).toHaveLength(2);
    expect(work[1]).toEqual(work[0]);
  });

  test.each(['ada', 'ada@gmail'])('explains an invalid email (%s)', async (email) => {
    const { status, body } = await signIn({ email });
    expect([status, body.message]).toEqual([400, 'Invalid email']);
  });

  test.each<object>([{ rememberMe: false }, { callbackURL: '/mood' }, { token: 'mine' }])(
    'refuses other fields: %j',
    async (extra) => {
      const { status, headers } = await signIn(extra);
      expect([status, headers.getSetCookie(), headers.get('location')]).toEqual([400, [], null]);
    },
  );
});

test('a person has fifty sessions: a further one ends the one that was used longest ago', async () => {
  const grace = await signUp();
  const [oldest, older] = [await newSession(server, grace), await newSession(server, grace)];
  const use = `update sessions set updated_at = now() - $2::interval where token = $1`;
  await database.pool.query(use, [oldest.token, '2 days']);
  await database.pool.query(use, [older.token, '1 day']);
  for (let n = 0; n < 47; n++) await newSession(server, grace);
  const me = ({ client }: { client: Client }) => client.get(`/api/users/${grace.uid}/info`);
  expect((await me(oldest)).status).toBe(200);
  const another = new Client(origin);
  expect((await another.signIn(grace.email, PASSWORD)).status).toBe(200);
  expect([(await me(oldest)).status, (await me(older)).status, (await me({ client: another })).status]).toEqual([
    401, 200, 200,
  ]);
});

test('a sign-out that fails is answered with 503', async () => {
  const guest = new Client(origin);
  await guest.signIn(ada.email, PASSWORD);
  await database.pool.query(`
    create function fail_delete() returns trigger language plpgsql as $$
    begin raise exception 'no room' using errcode = 'disk_full'; end $$;
    create trigger fail_delete before delete on sessions for each row execute function fail_delete()`);
  const { status, headers } = await guest.post('/api/identity/sign-out');
  await database.pool.query('drop function fail_delete cascade');
  expect([status, headers.getSetCookie()]).toEqual([503, []]);
  expect((await guest.post('/api/identity/sign-out')).status).toBe(200);
  expect((await guest.get(`/api/users/${ada.uid}/info`)).status).toBe(401);
});

test.each([
  ['both names', { firstname: 'Augusta', lastname: 'King' }, 'Augusta King', 'AK'],
  ['only the first name', { firstname: 'Ada' }, 'Ada King', 'AK'],
  ['only the last name', { lastname: 'Byron' }, 'Ada Byron', 'AB'],
  ['only the display name', { name: 'Countess' }, 'Ada Byron', 'AB'],
])("a new profile keeps the display name 'first last' and the initials: %s", async (_, change, name, initials) => {
  expect((await ada.post('/api/identity/update-user', change)).status).toBe(200);
  const { rows } = await database.pool.query('select * from users where id = $1', [ada.uid]);
  expect(rows).toMatchObject([{ name, initials }]);
});
