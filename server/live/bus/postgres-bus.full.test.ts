import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { createTestDatabase } from '#tests/support/database/database.ts';
import { createTestLog } from '#tests/support/servers/log.ts';
import type { Bus } from './bus.ts';
import { createPostgresBus } from './postgres-bus.ts';

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

test('events that other nodes send from the moment when a person’s first socket may open reach it', async () => {
  const database = await createTestDatabase();
  const [one, other] = [await join(database.url), await join(database.url)];
  // From now on a node keeps the events of people who are not announced.
  await vi.waitFor(() => expect(one.bus.mayBeElsewhere(randomUUID())).toBe(false));
  const people = Array.from({ length: 10 }, () => randomUUID());
  for (const uid of people) {
    await other.bus.subscribe(uid);
    one.bus.publish([uid], () => '{}');
  }
  await vi.waitFor(() => expect(other.published()).toEqual(people.map((uid) => [[uid], '{}'])));
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
