import { randomUUID } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { freePort } from '#fixtures/free-port.ts';
import { explainStartFailure } from '#server/explain-start-failure.ts';
import { createTestDatabase } from '#tests/support/database/database.ts';
import { createTestLog } from '#tests/support/servers/log.ts';
import type { Bus } from './bus.ts';
import { createNatsBus } from './nats-bus.ts';
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
  one.bus.publish([uid], () => '{}');
  await vi.waitFor(() => expect(third.published()).toHaveLength(1));
  expect(third.onGap).not.toHaveBeenCalled();
  await database.drop();
});

test('the error names a NATS server that cannot be reached at start', async () => {
  const listener = { onEvent() {}, onSessionsEnded() {}, onGap() {} };
  const bus = createNatsBus(`nats://127.0.0.1:${await freePort()}`, listener, createTestLog().log);
  const error = await bus.catch((failure: Error) => failure);
  expect(explainStartFailure(error as Error)).toMatch(/^NATS cannot be reached: .*See NATS_URL\.$/);
});
