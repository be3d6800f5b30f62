import type pg from 'pg';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Answer, Client, type Member, PASSWORD } from '#fixtures/client.ts';
import { countLockWaits } from '#tests/support/database/count-lock-waits.ts';
import { startTestServer } from '#tests/support/servers/server.ts';

const { origin, database, signUp } = await startTestServer();
const NEW = 'staple of my own';

let ada: Member;
beforeEach(async () => {
  ada = await signUp();
});

const signIn = (password: string, userAgent = 'Somewhere/1.0') =>
  new Client(origin).call(
    'POST',
    '/api/identity/sign-in/email',
    { email: ada.email, password },
    { 'user-agent': userAgent },
  );
const changePassword = (newPassword: string) =>
  ada.post('/api/identity/change-password', { currentPassword: PASSWORD, newPassword });
const leave = () => ada.post(`/api/users/${ada.uid}/leave`, { password: PASSWORD });

async function browsers(): Promise<string[]> {
  const { rows } = await database.pool.query('select user_agent from sessions where user_id = $1', [ada.uid]);
  return rows.map((row) => row.user_agent);
}

const HELD_UP = 'Held-Up/1.0';

/** A sign-in whose password is found right, and which is held up before it has a session until something else is done. */
async function whileSigningIn(something: () => Promise<Answer>): Promise<Answer> {
  await database.pool.query(`
    create function hold_up() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(1); return new; end $$;
    create trigger a_hold_up before insert on sessions for each row
    when (new.user_agent = '${HELD_UP}') execute function hold_up()`);
  const holder = await database.pool.connect();
  try {
    await holder.query('select pg_advisory_lock(1)');
    const signedIn = signIn(PASSWORD, HELD_UP);
    await vi.waitFor(async () => expect(await waiting(holder)).toBe(1), 10_000);
    expect((await something()).status).toBe(200);
    await holder.query('select pg_advisory_unlock(1)');
    return await signedIn;
  } finally {
    holder.release();
    await database.pool.query('drop function hold_up cascade');
  }
}

async function waiting(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query(
    `select count(*)::integer from pg_locks where locktype = 'advisory' and not granted
     and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows[0].count;
}

describe('a sign-in that is under way', () => {
  test.each<[string, () => Promise<Answer>]>([
    ['a new password', () => changePassword(NEW)],
    ['a sign-out everywhere', () => ada.delete(`/api/users/${ada.uid}/devices`)],
    ['the end of the account', leave],
  ])('gets no session after %s', async (_, something) => {
    const { status, headers } = await whileSigningIn(something);
    expect([status, headers.getSetCookie()]).toEqual([401, []]);
    expect(await browsers()).not.toContain(HELD_UP);
  });

  test('gets one when only another device was signed out', async () => {
    const { status } = await whileSigningIn(() => ada.post('/api/identity/sign-out'));
    expect(status).toBe(200);
    expect(await browsers()).toEqual([HELD_UP]);
  });
});

test('of sign-ins that fall together with a new password, none with the old one outlives it', async () => {
  const signedIn: Promise<Answer>[] = [];
  const changed = changePassword(NEW);
  for (let n = 0; n < 16; n++) {
    signedIn.push(signIn(PASSWORD, 'Thief/1.0'));
    await Promise.race([signedIn.at(-1), changed]);
  }
  expect((await changed).status).toBe(200);
  await Promise.all(signedIn);
  expect(await browsers()).not.toContain('Thief/1.0');
  expect(await browsers()).toHaveLength(1);
});

test('of new passwords that are chosen at once, by whoever knows the old one, one is taken', async () => {
  const chosen = Array.from({ length: 8 }, (_, n) => `${NEW}, number ${n}`);
  const answers = await Promise.all(chosen.map(changePassword));
  const taken = chosen.filter((_, n) => answers[n]!.status === 200);
  expect(taken).toHaveLength(1);
  for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
    // Who comes a little later has no session any more.
    expect([
      [400, 'Invalid password'],
      [401, 'Unauthorized'],
    ]).toContainEqual([status, body.message]);
  }
  expect((await signIn(taken[0]!)).status).toBe(200);
});

test('the account does not end by an old password that is being checked while there is a new one', async () => {
  for (let round = 0; round < 5; round++) {
    const [changed, left] = await Promise.all([changePassword(NEW), leave()]);
    expect([changed.status, left.status].filter((status) => status === 200)).toHaveLength(1);
    expect((await signIn(NEW)).status).toBe(changed.status === 200 ? 200 : 401);
    ada = await signUp();
  }
});

test('nor in a session that ends in the very moment in which it is to end the account', async () => {
  const everywhere = await database.pool.connect();
  try {
    await everywhere.query('begin');
    await everywhere.query('update accounts set generation = gen_random_uuid() where user_id = $1', [ada.uid]);
    const left = leave();
    await vi.waitFor(async () => expect(await countLockWaits(database.pool)).toBe(1), 10_000);
    await everywhere.query('commit');
    expect((await left).status).toBe(401);
    expect((await signIn(PASSWORD)).status).toBe(200);
  } finally {
    everywhere.release(true);
  }
});

test('who forgets to say in which generation a session begins gets none', async () => {
  await expect(
    database.pool.query(
      `insert into sessions (id, user_id, token, expires_at)
       values (gen_random_uuid(), $1, 'forgetful', now() + interval '1 day')`,
      [ada.uid],
    ),
  ).resolves.toMatchObject({ rowCount: 0 });
});
