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
  const listener = { onEvent: vi.fn(), onGap: vi.fn() };
  const bus = await createPostgresBus(databaseUrl, listener, createTestLog().log);
  running.push(bus);
  const published = () => listener.onEvent.mock.calls.map(([uids, event]) => [uids, event()]);
  return { bus, published, ...listener };
}

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
      await client.query(`notify moodring_live, 'the end'`);
      await vi.waitFor(() => expect(heard).toContain('the end'));
      return heard.splice(0, heard.indexOf('the end') + 1).slice(0, -1);
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
  const witness = await overhear(database.url);
  const uid = randomUUID();
  const events = Array.from({ length: 20 }, (_, n) => `{"n":${n}}`);
  for (const event of events) one.bus.publish([uid], () => event);
  await vi.waitFor(() => expect(other.published()).toEqual(events.map((event) => [[uid], event])));
  expect(await witness.everything()).toHaveLength(1);
  await witness.end();
  expect(one.onEvent).not.toHaveBeenCalled();
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
  one.bus.publish([randomUUID()], () => '{}');
  await vi.waitFor(() => expect(third.published()).toHaveLength(1));
  expect(third.onGap).not.toHaveBeenCalled();
  await database.drop();
});
