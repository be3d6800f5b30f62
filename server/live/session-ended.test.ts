import { expect, test, vi } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { newSession } from '#tests/support/people/new-session.ts';
import { createTestLog } from '#tests/support/servers/log.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import type { LiveSocket } from './live-socket.ts';
import { startSocketChecks } from './socket-checks.ts';
import { SocketRegistry } from './socket-registry.ts';

const server = await startTestServer();
const { database, signUp } = server;

/** The same person in another browser. */
async function elsewhere(person: Member) {
  const { client, token } = await newSession(server, person);
  return { client, token, live: await client.listen() };
}

/** A live connection's close code. */
const endOf = async (live: { closed: Promise<{ code: number }> }) => (await live.closed).code;

test('a session that ends while its live connection opens is closed at once', async () => {
  const other = await elsewhere(await signUp());
  const { identity } = server.moodring.context;
  const { findPerson } = identity;
  const looksUp = vi.spyOn(identity, 'findPerson').mockImplementationOnce(async (cookies) => {
    const person = await findPerson(cookies);
    // The session is over before the socket is registered.
    await other.client.post('/api/identity/sign-out');
    expect((await other.live.closed).code).toBe(4401);
    return person;
  });
  const code = await endOf(await other.client.listen({ cookie: other.client.cookie }));
  expect(looksUp).toHaveBeenCalled();
  looksUp.mockRestore();
  expect(code).toBe(4401);
});

test('a session that ends in the database (removed, expired, its person removed) is closed by the sweep', async () => {
  const members = await Promise.all([signUp(), signUp(), signUp(), signUp()]);
  const closed: string[] = [];
  const registry = new SocketRegistry<LiveSocket>();
  const sessions: string[] = [];
  for (const { uid } of members) {
    const { rows } = await database.pool.query('select id from sessions where user_id = $1', [uid]);
    sessions.push(rows[0].id);
    registry.add({ uid, sessionId: rows[0].id, close: () => void closed.push(rows[0].id) } as unknown as LiveSocket);
  }
  const [removed, runOut, left] = sessions;
  const checks = startSocketChecks(registry, database.pool, server.log.log, 50);
  await database.pool.query('delete from sessions where id = $1', [removed]);
  await database.pool.query('update sessions set expires_at = now() where id = $1', [runOut]);
  await database.pool.query('delete from users where id = $1', [members[2]!.uid]);
  await vi.waitFor(() => expect(new Set(closed)).toEqual(new Set([removed, runOut, left])));
  checks.stop();
});

test('a socket that cannot be registered closes', async () => {
  server.expectError('a live connection could not be registered');
  const ada = await signUp();
  const fault = vi.spyOn(SocketRegistry.prototype, 'add').mockImplementationOnce(() => {
    throw new Error('a fault');
  });
  await (await ada.listen()).closed;
  fault.mockRestore();
  expect(await (await ada.listen()).everything()).toEqual([]);
});

test('when sessions cannot be checked, the check is repeated, and logged once', async () => {
  const { rows } = await database.pool.query('select gen_random_uuid() as id');
  const close = vi.fn();
  const socket = { uid: 'ada', sessionId: rows[0].id, close } as unknown as LiveSocket;
  const { log, lines } = createTestLog();
  const query = vi.spyOn(database.pool, 'query');
  for (let failures = 0; failures < 2; failures++)
    query.mockRejectedValueOnce(new Error('The database is away') as never);
  const checks = startSocketChecks(new SocketRegistry<LiveSocket>(), database.pool, log);
  checks.checkSessions([socket]);
  await vi.waitFor(() => expect(close).toHaveBeenCalledWith(4401, 'session ended'));
  expect(lines.map(({ msg }) => msg)).toEqual(['sessions could not be checked']);
  checks.stop();
  query.mockRestore();
});
