import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { createTestDatabase } from '#tests/support/database/database.ts';
import { createTestLog } from '#tests/support/servers/log.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import type { Bus } from './bus.ts';
import { createPostgresBus } from './postgres-bus.ts';

const server = await startTestServer({ databaseUrl: 'shared' });
const running: Bus[] = [];
afterEach(async () => {
  for (const bus of running.splice(0)) await bus.close();
});

/** A node's bus on a database, and the events that it received. */
async function join(databaseUrl: string) {
  const listener = { onEvent: vi.fn(), onSessionsEnded: vi.fn(), onGap: vi.fn() };
  const bus = await createPostgresBus(databaseUrl, listener, createTestLog().log);
  running.push(bus);
  const published = () => listener.onEvent.mock.calls.map(([uids, event]) => [uids, event()]);
  return { bus, published, ...listener };
}

/** An event for a person without a socket. */
const END = 'witness\nnobody "the end"';

/** A connection that receives all notifications without being a node. */
async function overhear(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const heard: (string | undefined)[] = [];
  client.on('notification', ({ payload }) => heard.push(payload));
  await client.query('listen moodring_live');
  return {
    end: () => client.end(),
    /** Returns all notifications sent before this call. */
    async everything() {
      await client.query(`select pg_notify('moodring_live', $1)`, [END]);
      await vi.waitFor(() => expect(heard).toContain(END));
      return heard.splice(0, heard.indexOf(END) + 1).slice(0, -1);
    },
  };
}

test('a node that is alone sends no notifications', async () => {
  const ada = await server.signUp();
  const witness = await overhear(server.database.url);
  // On a very busy machine it may need a second count to see that it is alone.
  await expect
    .poll(async () => {
      for (const mood of ['Dark', 'Green', 'Purple', 'Yellow']) await ada.choose(mood);
      return witness.everything();
    })
    .toEqual([]);
  await witness.end();
});

test('events of one tick go together, in order', async () => {
  const database = await createTestDatabase();
  const [one, other] = [await join(database.url), await join(database.url)];
  await vi.waitFor(() => expect(other.onGap).toHaveBeenCalled());
  const uid = randomUUID();
  await other.bus.subscribe(uid);
  const witness = await overhear(database.url);
  const events = Array.from({ length: 20 }, (_, n) => `{"n":${n}}`);
  for (const event of events) one.bus.publish([uid], () => event);
  await vi.waitFor(() => expect(other.published()).toEqual(events.map((event) => [[uid], event])));
  expect(await witness.everything()).toHaveLength(1);
  await witness.end();
  expect(one.published()).toEqual([[['nobody'], '"the end"']]);
  await database.drop();
});

test('a node that joins a lone node gets a refetch, because events may be older than its greeting', async () => {
  const database = await createTestDatabase();
  const one = await join(database.url);
  const other = await join(database.url);
  await vi.waitFor(() => expect(other.onGap).toHaveBeenCalledTimes(1));
  expect(one.onGap).not.toHaveBeenCalled();
  // A third node joins two that are not alone, so no event was lost.
  const third = await join(database.url);
  const uid = randomUUID();
  await third.bus.subscribe(uid);
  one.bus.publish([uid], () => '{}');
  await vi.waitFor(() => expect(third.published()).toHaveLength(1));
  expect(third.onGap).not.toHaveBeenCalled();
  await database.drop();
});

test('an event goes over the bus only while a person that it is for has a socket on another node', async () => {
  const database = await createTestDatabase();
  const [one, other] = [await join(database.url), await join(database.url)];
  const [ada, grace, alan] = [randomUUID(), randomUUID(), randomUUID()];
  await Promise.all([one.bus.subscribe(ada), other.bus.subscribe(grace), other.bus.subscribe(alan)]);
  const witness = await overhear(database.url);
  const say = async (uids: string[]) => {
    const before = other.published().length;
    one.bus.publish(uids, () => '"an event"');
    one.bus.publish([grace], () => '"the last"');
    await vi.waitFor(() => expect(other.published().slice(before)).toContainEqual([[grace], '"the last"']));
    const lines = (await witness.everything()).flatMap((payload) => payload?.split('\n').slice(1) ?? []);
    return lines.filter((line) => line.endsWith('"an event"'));
  };
  expect(await say([ada, randomUUID()])).toEqual([]);
  expect(await say([ada, grace])).toEqual([`${grace} "an event"`]);
  expect(await say([grace, ada, alan])).toEqual([`${grace},${alan} "an event"`]);
  await witness.end();
  await database.drop();
});

test('a node of an earlier version, which answers nothing, gets every event and delays one socket by a second', async () => {
  const database = await createTestDatabase();
  const earlier = new pg.Client({ connectionString: database.url, application_name: 'moodring bus' });
  await earlier.connect();
  const heard: (string | undefined)[] = [];
  earlier.on('notification', ({ payload }) => heard.push(payload));
  await earlier.query('listen moodring_live');
  const { bus, published, onEvent } = await join(database.url);
  const ada = randomUUID();
  await bus.subscribe(ada);
  bus.publish([randomUUID()], () => '"for the other node"');
  await vi.waitFor(() => expect(heard.some((payload) => payload?.endsWith('"for the other node"'))).toBe(true));
  await earlier.query(`select pg_notify('moodring_live', '${randomUUID()}\n${ada} "from the other node"')`);
  await vi.waitFor(() => expect(published()).toContainEqual([[ada], '"from the other node"']));
  onEvent.mockClear();
  await earlier.end();
  // Found to be gone by the next check. It may have kept events from the person.
  await vi.waitFor(() => expect(published()).toEqual([[[ada], '{"type":"refetch"}']]));
  await database.drop();
});

test('ended sessions reach the other nodes, also those that ended while the bus was away', async () => {
  const database = await createTestDatabase();
  const [one, other] = [await join(database.url), await join(database.url)];
  one.bus.publishSessionsEnded('ada');
  await vi.waitFor(() => expect(other.onSessionsEnded.mock.calls).toEqual([['ada']]));
  await database.pool.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'moodring bus' and datname = current_database()`,
  );
  one.bus.publishSessionsEnded('grace');
  // A gap checks all sessions.
  await vi.waitFor(() => expect(other.onGap).toHaveBeenCalled());
  expect(one.onSessionsEnded).not.toHaveBeenCalled();
  await database.drop();
});
