import { createServer } from 'node:http';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { CONNECTIONS } from '#server/database/connection-budget.ts';
import { DEFAULT_PUSH_WORKER_OPTIONS } from '#server/features/push/outbox/push-worker.ts';
import { allServices } from '#server/features/push/services/push-services.ts';
import { limitConnections } from './limit-connections.ts';

function mostConnections(openFileLimit: number): number {
  const server = createServer();
  limitConnections(server, openFileLimit, pino({ level: 'silent' }));
  return server.maxConnections;
}

test.each([
  [1, 1],
  [200, 100],
  [1_024, 624],
  [1_048_576, 1_048_176],
])('of %i open files, %i are for connections', (openFiles, connections) => {
  expect(mostConnections(openFiles)).toBe(connections);
});

test('when callers take all connections, files are left for the database and for every push service that hangs', () => {
  const { supportPlaces, otherPlaces } = DEFAULT_PUSH_WORKER_OPTIONS;
  const pushes = allServices([]).length * (supportPlaces + otherPlaces);
  const database = Object.values(CONNECTIONS).reduce((sum, { max }) => sum + max, 0);
  expect(10_000 - mostConnections(10_000)).toBeGreaterThan(pushes + database + 50);
});
