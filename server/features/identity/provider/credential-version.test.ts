import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Answer, Client, type Member, PASSWORD } from '#fixtures/client.ts';
import { countLockWaits } from '#tests/support/database/count-lock-waits.ts';
import { holdTransaction } from '#tests/support/database/hold-transaction.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const { origin, database, signUp } = await startTestServer();
const NEW = 'staple of my own';

let ada: Member;
beforeEach(async () => {
  ada = await signUp();
});

const signIn = (password: string, userAgent = 'Other/1.0') =>
  new Client(origin).call(
    'POST',
    '/api/identity/sign-in/email',
    { email: ada.email, password },
    { 'user-agent': userAgent },
  );
const changePassword = (newPassword: string) =>
  ada.post('/api/identity/change-password', { currentPassword: PASSWORD, newPassword });
const leave = () => ada.leave();

async function browsers(): Promise<string[]> {
  const { rows } = await database.pool.query('select user_agent from sessions where user_id = $1', [ada.uid]);
  return rows.map((row) => row.user_agent);
}

const DELAYED = 'Delayed/1.0';

/** Runs an action while a sign-in has checked its password, but has no session yet. @returns the answer to the sign-in */
const whileSigningIn = (action: () => Promise<Answer>) => whileSessionIsMade(() => signIn(PASSWORD, DELAYED), action);

/** Runs an action before the session of a call is stored. @param call with the browser `DELAYED` */
async function whileSessionIsMade(call: () => Promise<Answer>, action: () => Promise<Answer>): Promise<Answer> {
  await database.pool.query(`
    create function delay_insert() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(1); return new; end $$;
    create trigger a_delay_insert before insert on sessions for each row
    when (new.user_agent = '${DELAYED}') execute function delay_insert()`);
  const holder = await database.pool.connect();
  try {
    await holder.query('select pg_advisory_lock(1)');
    const answer = call();
    await vi.waitFor(async () => expect(await countLockWaits(database.pool)).toBe(1));
    expect((await action()).status).toBe(200);
    await holder.query('select pg_advisory_unlock(1)');
    return await answer;
  } finally {
    holder.release();
    await database.pool.query('drop function delay_insert cascade');
  }
}

describe('a sign-in that runs at the same time', () => {
  test.each<[string, () => Promise<Answer>]>([
    ['a new password', () => changePassword(NEW)],
    ['a sign-out everywhere', () => ada.delete(`/api/users/${ada.uid}/devices`)],
    ['a removal of the account', leave],
  ])('gets no session after %s', async (_, action) => {
    const { status, headers } = await whileSigningIn(action);
    expect([status, headers.getSetCookie()]).toEqual([401, []]);
    expect(await browsers()).not.toContain(DELAYED);
  });

  test('gets a session when only another device was signed out', async () => {
    const { status } = await whileSigningIn(() => ada.post('/api/identity/sign-out'));
    expect(status).toBe(200);
    expect(await browsers()).toEqual([DELAYED]);
  });
});

describe('a change of password', () => {
  const body = { currentPassword: PASSWORD, newPassword: NEW };
  const change = () => ada.call('POST', '/api/identity/change-password', body, { 'user-agent': DELAYED });

  test('gets no session when the person signs out everywhere meanwhile', async () => {
    const { status, headers } = await whileSessionIsMade(change, async () => {
      const elsewhere = new Client(origin);
      await elsewhere.signIn(ada.email, NEW);
      return elsewhere.delete(`/api/users/${ada.uid}/devices`);
    });
    expect([status, headers.getSetCookie()]).toEqual([401, []]);
    expect(await browsers()).toEqual([]);
  });
});

test('of several changes of password at the same time, one succeeds', async () => {
  const chosen = Array.from({ length: 8 }, (_, n) => `${NEW}, number ${n}`);
  const answers = await Promise.all(chosen.map(changePassword));
  const taken = chosen.filter((_, n) => answers[n]!.status === 200);
  expect(taken).toHaveLength(1);
  for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
    // A later call finds its session ended.
    expect([
      [400, 'Invalid password'],
      [401, 'Unauthorized'],
    ]).toContainEqual([status, body.message]);
  }
  expect((await signIn(taken[0]!)).status).toBe(200);
});

test('an old password that is checked during a change of password does not remove the account', async () => {
  for (let round = 0; round < 5; round++) {
    const [changed, left] = await Promise.all([changePassword(NEW), leave()]);
    expect([changed.status, left.status].filter((status) => status === 200)).toHaveLength(1);
    expect((await signIn(NEW)).status).toBe(changed.status === 200 ? 200 : 401);
    ada = await signUp();
  }
});

test('a session that ends during the removal does not remove the account', async () => {
  const everywhere = 'update accounts set generation = gen_random_uuid() where user_id = $1';
  const end = await holdTransaction(database.pool, everywhere, [ada.uid]);
  const left = leave();
  await vi.waitFor(async () => expect(await countLockWaits(database.pool)).toBe(1));
  await end('commit');
  expect((await left).status).toBe(401);
  expect((await signIn(PASSWORD)).status).toBe(200);
});
