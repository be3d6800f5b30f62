import { createServer } from 'node:http';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { CONNECTIONS } from '#server/database/connection-budget.ts';
import { PUSH_PLACES } from '#server/features/push/outbox/push-channel.ts';
import { allServices } from '#server/features/push/services/push-services.ts';
import { limitConnections } from './limit-connections.ts';

function mostConnections(openFileLimit: number): number {
  const server = createServer();
  limitConnections(server, openFileLimit, pino({ level: 'silent' }));
  return server.maxConnections;
}

test('when callers take all connections, files are left for the database and for every push service that hangs', () => {
  const pushes = allServices([]).length * PUSH_PLACES.places;
  const database = Object.values(CONNECTIONS).reduce((sum, { max }) => sum + max, 0);
  expect(10_000 - mostConnections(10_000)).toBeGreaterThan(pushes + database + 50);
});
