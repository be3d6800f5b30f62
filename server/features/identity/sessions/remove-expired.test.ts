import { afterAll, expect, test, vi } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { limitKey } from '#server/limits/index.ts';
import { createTestDatabase } from '#tests/support/database/database.ts';
import { createTestLog } from '#tests/support/servers/log.ts';
import { startOtherNode } from '#tests/support/servers/other-node.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { removeExpired } from './remove-expired.ts';

const server = await startTestServer();
const { database, signUp } = server;
/** Another database, with many sessions. */
const large = await createTestDatabase();
afterAll(() => large.drop());

const HOUR = 60 * 60 * 1_000;

async function sessionsOf(member: Member): Promise<number> {
  const { rowCount } = await database.pool.query('select from sessions where user_id = $1', [member.uid]);
  return rowCount!;
}

async function setExpiry(member: Member, ms: number): Promise<void> {
  await database.pool.query('update sessions set expires_at = $2 where user_id = $1', [member.uid, new Date(ms)]);
}

/** Adds sessions with an address, expired ones and some that live for an hour. */
async function addSessions(ended: number, live: number): Promise<void> {
  await large.pool.query(
    `with person as (
       insert into users (id, name, firstname, lastname, email)
       values (gen_random_uuid(), '', 'Ada', 'Lovelace', gen_random_uuid() || '@example.com') returning id
     ), account as (
       insert into accounts (id, user_id, account_id, provider_id)
       select gen_random_uuid(), id, id::text, 'credential' from person returning user_id, generation
     )
     insert into sessions (id, user_id, generation, token, ip_address, expires_at)
     select gen_random_uuid(), user_id, generation, gen_random_uuid()::text, '192.0.2.7',
       now() + case when n <= $1 then interval '-1 second' else interval '1 hour' end
     from account, generate_series(1, $1::integer + $2::integer) as n`,
    [ended, live],
  );
}

const countSessions = async () =>
  (
    await large.pool.query<{ ended: number; live: number }>(
      `select count(*) filter (where expires_at < now())::integer as ended,
       count(*) filter (where expires_at > now())::integer as live from sessions`,
    )
  ).rows[0];

test('the network that an account was made from is deleted after a week', async () => {
  const [mei, alan] = [await signUp(), await signUp()];
  const known = async (member: Member) => {
    const { rows } = await database.pool.query('select sign_up_network from users where id = $1', [member.uid]);
    return rows[0].sign_up_network;
  };
  expect(await known(mei)).toBe(limitKey(server.moodring.context.config.authSecret, '127.0.0.1'));
  await database.pool.query(`update users set created_at = now() - interval '8 days' where id = $1`, [mei.uid]);
  const node = await startOtherNode(server);
  await vi.waitFor(async () => expect(await known(mei)).toBeNull());
  expect(await known(alan)).not.toBeNull();
  await node.stop();
});

test('a starting server removes expired sessions with their addresses, and no others', async () => {
  const [ada, grace] = [await signUp(), await signUp()];
  await setExpiry(ada, Date.now() - 1_000);
  await setExpiry(grace, Date.now() + HOUR);
  const node = await startOtherNode(server);
  await vi.waitFor(async () => expect(await sessionsOf(ada)).toBe(0));
  expect(await sessionsOf(grace)).toBe(1);
  await node.stop();
});

test('thousands of sessions are removed in small batches, at two nodes at once, each of them once', async () => {
  await addSessions(2_200, 300);
  const { log, lines } = createTestLog();
  const queries = vi.spyOn(large.pool, 'query');
  const stops = [removeExpired(large.pool, log), removeExpired(large.pool, log)];
  await vi.waitFor(async () => expect(await countSessions()).toEqual({ ended: 0, live: 300 }));
  await Promise.all(stops.map((stop) => stop()));
  expect(lines.reduce((sum, { rows }) => sum + Number(rows), 0)).toBe(2_200);
  const results = await Promise.all(queries.mock.results.map(({ value }) => value as Promise<{ rowCount: number }>));
  expect(Math.max(...results.map(({ rowCount }) => rowCount))).toBeLessThanOrEqual(500);
  queries.mockRestore();
});

test('a locked session is skipped, and removed the next time', async () => {
  await addSessions(3, 0);
  const holder = await large.pool.connect();
  await holder.query('begin');
  await holder.query(
    'select from sessions where id = (select id from sessions where expires_at < now() limit 1) for update',
  );
  const stop = removeExpired(large.pool, createTestLog().log, 50);
  await vi.waitFor(async () => expect(await countSessions()).toMatchObject({ ended: 1 }));
  await holder.query('rollback');
  holder.release();
  await vi.waitFor(async () => expect(await countSessions()).toMatchObject({ ended: 0 }));
  await stop();
});

test('after a database error the next round removes the sessions', async () => {
  await addSessions(1, 0);
  const { log, lines } = createTestLog();
  await large.pool.query('alter table sessions rename to away');
  const stop = removeExpired(large.pool, log, 50);
  await vi.waitFor(() => expect(lines).toContainEqual(expect.objectContaining({ level: 40 })));
  await large.pool.query('alter table away rename to sessions');
  await vi.waitFor(async () => expect(await countSessions()).toMatchObject({ ended: 0 }));
  await stop();
});

test('a starting server removes expired links and codes, and no others', async () => {
  const ada = await signUp();
  for (const [name, until] of [
    ['old', '-1 second'],
    ['new', '1 hour'],
  ]) {
    await database.pool.query(
      `insert into one_time_links (token_hash, purpose, uid, generation, expires_at)
       select $1, 'password', user_id, generation, now() + $2::interval from accounts where user_id = $3`,
      [name, until, ada.uid],
    );
    await database.pool.query(
      `insert into text_codes (id, purpose, code_hash, expires_at)
       values (gen_random_uuid(), 'password', $1, now() + $2::interval)`,
      [name, until],
    );
  }
  const stop = removeExpired(database.pool, createTestLog().log);
  await vi.waitFor(async () => {
    const { rows } = await database.pool.query(
      'select token_hash as name from one_time_links union all select code_hash from text_codes',
    );
    expect(rows).toEqual([{ name: 'new' }, { name: 'new' }]);
  });
  await stop();
});
