import { afterAll, expect, test, vi } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { limitKey } from '#server/limits/index.ts';
import { createTestDatabase } from '#tests/support/database/database.ts';
import { createTestLog } from '#tests/support/servers/log.ts';
import { startOtherNode } from '#tests/support/servers/other-node.ts';
import { startTestServer } from '#tests/support/servers/server.ts';
import { removeExpired } from './remove-expired.ts';

const server = await startTestServer();
const { database, signUp } = server;
const crowded = await createTestDatabase();
afterAll(() => crowded.drop());

const HOUR = 60 * 60 * 1_000;

async function sessionsOf(member: Member): Promise<number> {
  const { rowCount } = await database.pool.query('select from sessions where user_id = $1', [member.uid]);
  return rowCount!;
}

async function endsAt(member: Member, ms: number): Promise<void> {
  await database.pool.query('update sessions set expires_at = $2 where user_id = $1', [member.uid, new Date(ms)]);
}

/** So many sessions, each with the address that it came from, that end at once or in an hour. */
async function addSessions(ended: number, live: number): Promise<void> {
  await crowded.pool.query(
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
    await crowded.pool.query<{ ended: number; live: number }>(
      `select count(*) filter (where expires_at < now())::integer as ended,
       count(*) filter (where expires_at > now())::integer as live from sessions`,
    )
  ).rows[0];

test('which network an account was made from is known for a week', async () => {
  const [mei, alan] = [await signUp(), await signUp()];
  const known = async (member: Member) => {
    const { rows } = await database.pool.query('select sign_up_network from users where id = $1', [member.uid]);
    return rows[0].sign_up_network;
  };
  expect(await known(mei)).toBe(limitKey(server.moodring.context.config.authSecret, '127.0.0.1'));
  await database.pool.query(`update users set created_at = now() - interval '8 days' where id = $1`, [mei.uid]);
  const node = await startOtherNode(server);
  await vi.waitFor(async () => expect(await known(mei)).toBeNull(), 10_000);
  expect(await known(alan)).not.toBeNull();
  await node.stop();
});

test('a session that has run out is gone with its address when a server starts, and no other', async () => {
  const [ada, grace] = [await signUp(), await signUp()];
  await endsAt(ada, Date.now() - 1_000);
  await endsAt(grace, Date.now() + HOUR);
  const node = await startOtherNode(server);
  await vi.waitFor(async () => expect(await sessionsOf(ada)).toBe(0), 10_000);
  expect(await sessionsOf(grace)).toBe(1);
  await node.stop();
});

test('thousands go in small steps, at two nodes at once, and each is removed once', async () => {
  await addSessions(2_200, 300);
  const { log, lines } = createTestLog();
  const steps = vi.spyOn(crowded.pool, 'query');
  const stops = [removeExpired(crowded.pool, log), removeExpired(crowded.pool, log)];
  await vi.waitFor(async () => expect(await countSessions()).toEqual({ ended: 0, live: 300 }), 10_000);
  await Promise.all(stops.map((stop) => stop()));
  expect(lines.reduce((sum, { rows }) => sum + Number(rows), 0)).toBe(2_200);
  const results = await Promise.all(steps.mock.results.map(({ value }) => value as Promise<{ rowCount: number }>));
  expect(Math.max(...results.map(({ rowCount }) => rowCount))).toBeLessThanOrEqual(500);
  steps.mockRestore();
});

test('one that somebody holds is waited for by nobody, and goes the next time', async () => {
  await addSessions(3, 0);
  const holder = await crowded.pool.connect();
  await holder.query('begin');
  await holder.query(
    'select from sessions where id = (select id from sessions where expires_at < now() limit 1) for update',
  );
  const stop = removeExpired(crowded.pool, createTestLog().log, 50);
  await vi.waitFor(async () => expect(await countSessions()).toMatchObject({ ended: 1 }), 10_000);
  await holder.query('rollback');
  holder.release();
  await vi.waitFor(async () => expect(await countSessions()).toMatchObject({ ended: 0 }), 10_000);
  await stop();
});

test('a database that fails ends no sweep: the next one removes them', async () => {
  await addSessions(1, 0);
  const { log, lines } = createTestLog();
  await crowded.pool.query('alter table sessions rename to away');
  const stop = removeExpired(crowded.pool, log, 50);
  await vi.waitFor(() => expect(lines).toContainEqual(expect.objectContaining({ level: 40 })), 10_000);
  await crowded.pool.query('alter table away rename to sessions');
  await vi.waitFor(async () => expect(await countSessions()).toMatchObject({ ended: 0 }), 10_000);
  await stop();
});
