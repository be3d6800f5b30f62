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

test('when callers take all connections, files are left for the database and for every push service that hangs', () => {
  const pushes = allServices([]).length * PUSH_PLACES.places;
  const database = Object.values(CONNECTIONS).reduce((sum, { max }) => sum + max, 0);
  expect(10_000 - mostConnections(10_000)).toBeGreaterThan(pushes + database + 50);
});

async function startLimited() {
  const server = createServer((_, response) => response.end('Hello'));
  server.on('upgrade', (_, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
    socket.once('end', () => socket.destroy()).resume();
  });
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
  async function open(localAddress: string): Promise<Socket> {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.on('error', () => {}).resume();
    sockets.push(socket);
    await Promise.all([once(socket, 'connect'), once(server, 'connection')]);
    return socket;
  }
  /** @returns whether the server answers */
  function isServed(socket: Socket, more = ''): Promise<boolean> {
    socket.write(`GET / HTTP/1.1\r\nhost: localhost\r\n${more}\r\n`);
    return new Promise((answer) => {
      if (socket.destroyed) answer(false);
      socket.once('data', () => answer(true));
      socket.once('close', () => answer(false));
    });
  }
  return { lines, open, isServed };
}

const HOME = '127.0.0.2';
const SHARE = 110;

test('silent connections of a home keep nobody there out: the one that is silent longest goes for a new one', async () => {
  const { lines, open, isServed } = await startLimited();
  const used = await open(HOME);
  const silent: Socket[] = [];
  while (silent.length < SHARE - 1) silent.push(await open(HOME));
  expect(await isServed(used)).toBe(true);
  for (const n of [0, 1]) {
    const gone = once(silent[n]!, 'close');
    expect(await isServed(await open(HOME))).toBe(true);
    await gone;
  }
  expect([used, ...silent].filter(({ destroyed }) => destroyed)).toEqual(silent.slice(0, 2));
  expect(lines.map(({ msg, address }) => [msg, address])).toEqual([
    ['A network has its share of the connections: silent or further ones are closed', HOME],
  ]);
});

test('live sockets stay: above a tenth of the connections a further one of their address is closed, and another address is served', async () => {
  const { open, isServed } = await startLimited();
  const live: Socket[] = [];
  while (live.length < SHARE) live.push(await open(HOME));
  for (const socket of live) expect(await isServed(socket, 'connection: upgrade\r\nupgrade: websocket\r\n')).toBe(true);
  expect(await isServed(await open(HOME))).toBe(false);
  expect(await isServed(await open('127.0.0.1'))).toBe(true);
  expect(live.filter(({ destroyed }) => destroyed)).toEqual([]);
  live[0]!.destroy();
  await expect.poll(async () => isServed(await open(HOME))).toBe(true);
});
