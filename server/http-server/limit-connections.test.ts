import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { CONNECTIONS } from '#server/database/connection-budget.ts';
import { PUSH_PLACES } from '#server/features/push/outbox/push-channel.ts';
import { allServices } from '#server/features/push/services/push-services.ts';
import { createTestLog } from '#tests/support/servers/log.ts';
import { limitConnections, limitConnectionsByNetwork } from './limit-connections.ts';

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
  const pushes = allServices([]).length * PUSH_PLACES.places;
  const database = Object.values(CONNECTIONS).reduce((sum, { max }) => sum + max, 0);
  expect(10_000 - mostConnections(10_000)).toBeGreaterThan(pushes + database + 50);
});

test('one address gets a tenth of the connections; above that its own are closed, and another address is served', async () => {
  const server = createServer((_, response) => response.end('Hello'));
  const { log, lines } = createTestLog();
  limitConnections(server, 1_500, log);
  limitConnectionsByNetwork(server, log);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  /** @returns whether the server answers */
  function isServed(localAddress: string): Promise<boolean> {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.on('error', () => {});
    sockets.push(socket);
    socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
    return new Promise((answer) => {
      socket.once('data', () => answer(true));
      socket.once('close', () => answer(false));
    });
  }

  const greedy = await Promise.all(Array.from({ length: 130 }, () => isServed('127.0.0.2')));
  expect(greedy.filter((served) => served)).toHaveLength(110);
  expect(lines.map(({ msg, address }) => [msg, address])).toEqual([
    ['A network has its share of the connections: further ones are closed', '127.0.0.2'],
  ]);
  expect(await isServed('127.0.0.1')).toBe(true);

  const [first] = sockets;
  first!.destroy();
  await expect.poll(() => isServed('127.0.0.2')).toBe(true);
});
