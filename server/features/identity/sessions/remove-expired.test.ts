import { expect, test, vi } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { limitKey } from '#server/limits/index.ts';
import { startOtherNode } from '#tests/support/servers/other-node.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const server = await startTestServer();
const { database, signUp, sql } = server;

/** Adds sessions with an address. */
async function addSessions({ uid }: Member, count: number, until: string): Promise<void> {
  await sql`insert into sessions (id, user_id, generation, token, ip_address, expires_at)
     select gen_random_uuid(), user_id, generation, gen_random_uuid()::text, '192.0.2.7', now() + ${until}::interval
     from accounts, generate_series(1, ${count}) where user_id = ${uid}`;
}

async function sessionsOf({ uid }: Member): Promise<number> {
  const { rowCount } = await database.pool.query('select from sessions where user_id = $1', [uid]);
  return rowCount!;
}

test('a starting server removes expired sessions, links and codes, and the network of accounts of a week ago', async () => {
  const [ada, grace] = [await signUp(), await signUp()];
  await addSessions(ada, 1_200, '-1 second');
  await addSessions(grace, 3, '1 hour');
  const [mei, alan] = [await signUp(), await signUp()];
  const networkOf = async ({ uid }: Member) =>
    (await sql`select sign_up_network from users where id = ${uid}`)[0].sign_up_network;
  expect(await networkOf(mei)).toBe(limitKey(server.moodring.context.config.authSecret, '127.0.0.1'));
  await sql`update users set created_at = now() - interval '8 days' where id = ${mei.uid}`;
  for (const [name, until] of [
    ['old', '-1 second'],
    ['new', '1 hour'],
  ]) {
    await sql`insert into one_time_links (token_hash, purpose, uid, generation, expires_at)
       select ${name}, 'password', user_id, generation, now() + ${until}::interval from accounts where user_id = ${mei.uid}`;
    await sql`insert into text_codes (id, purpose, code_hash, expires_at)
       values (gen_random_uuid(), 'password', ${name}, now() + ${until}::interval)`;
  }
  const node = await startOtherNode(server);
  await vi.waitFor(async () => {
    const rows = await sql`select token_hash as name from one_time_links union all select code_hash from text_codes`;
    expect(rows).toEqual([{ name: 'new' }, { name: 'new' }]);
    expect(await networkOf(mei)).toBeNull();
    // The sessions of the sign-ups stay.
    expect(await sessionsOf(ada)).toBe(1);
  });
  expect(await sessionsOf(grace)).toBe(4);
  expect(await networkOf(alan)).not.toBeNull();
  await node.stop();
});
