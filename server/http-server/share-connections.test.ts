import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createTestLog } from '#tests/support/servers/log.ts';
import { shareConnections } from './share-connections.ts';

const HOME = '127.0.0.2';
const CAFE = '127.0.0.3';
const ELSEWHERE = '127.0.0.4';
const MAX = 20;

async function startShared({ max = MAX, trustProxy = 0 } = {}) {
  const server = createServer((request, response) => request.resume().once('end', () => response.end('Hello')));
  server.maxConnections = max;
  const { log, lines } = createTestLog();
  const hasRoom = shareConnections(server, trustProxy, log);
  server.on('upgrade', (request, socket) => {
    if (!hasRoom(request)) return socket.destroy();
    socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
    socket.once('end', () => socket.destroy()).resume();
  });
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
  return {
    lines,
    open,
    isServed,
    goesLive: (socket: Socket) => isServed(socket, 'connection: upgrade\r\nupgrade: websocket\r\n'),
    async openMany(count: number, localAddress: string): Promise<Socket[]> {
      const opened: Socket[] = [];
      while (opened.length < count) opened.push(await open(localAddress));
      return opened;
    },
    /** Begins a call whose body does not come. */
    async beginCall(socket: Socket, more = ''): Promise<Socket> {
      socket.write(`POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n${more}\r\n`);
      await once(server, 'request');
      return socket;
    },
  };
}

/** Waits until the first of these are closed, and only they. */
async function expectGone(all: Socket[], count: number): Promise<void> {
  const isGone = () => all.map(({ destroyed }) => destroyed);
  await expect.poll(isGone).toEqual(all.map((_, place) => place < count));
}

test('silent connections of some networks keep nobody out: the network that has most loses the one that is silent longest', async () => {
  const { lines, open, openMany, isServed } = await startShared();
  const [used, ...silent] = (await openMany(11, HOME)) as [Socket, ...Socket[]];
  const others = await openMany(8, CAFE);
  expect(await isServed(used)).toBe(true);
  for (const address of [ELSEWHERE, HOME]) expect(await isServed(await open(address))).toBe(true);
  await expectGone([...silent, used, ...others], 2);
  expect(lines.map(({ msg, network }) => [msg, network])).toEqual([
    ['A network has many connections: old ones are closed for new ones', HOME],
  ]);
});

test('calls whose bodies do not come keep nobody out, also in their network: the one that began first is closed', async () => {
  const { open, openMany, beginCall, isServed } = await startShared();
  const slow: Socket[] = [];
  for (const socket of await openMany(MAX - 1, HOME)) slow.push(await beginCall(socket));
  for (const address of [ELSEWHERE, HOME]) expect(await isServed(await open(address))).toBe(true);
  await expectGone(slow, 2);
});

test('a call goes on while its network opens silent connections', async () => {
  const { open, openMany, beginCall } = await startShared();
  const calling = await beginCall(await open(HOME));
  const silent = await openMany(3 * MAX, HOME);
  await expectGone([...silent, calling], 2 * MAX + 2);
  calling.write('123456789');
  expect(String(await once(calling, 'data'))).toContain('200 OK');
});

test('a caller whose request takes long to come is served while its network begins calls', async () => {
  const { open, openMany, beginCall, isServed } = await startShared();
  const slow: Socket[] = [];
  for (const socket of await openMany(MAX - 2, HOME)) slow.push(await beginCall(socket));
  const far = await open(HOME);
  for (let n = 0; n < 9; n++) slow.push(await beginCall(await open(HOME)));
  expect(await isServed(far)).toBe(true);
  await expectGone(slow, 9);
});

test('behind a proxy the network is that of the call', async () => {
  const { openMany, open, beginCall, isServed } = await startShared({ trustProxy: 1 });
  const [first, ...rest] = (await openMany(MAX - 1, HOME)) as [Socket, ...Socket[]];
  await beginCall(first, 'x-forwarded-for: 192.0.2.1\r\n');
  for (const socket of rest) await beginCall(socket, 'x-forwarded-for: 192.0.2.2\r\n');
  expect(await isServed(await open(HOME), 'x-forwarded-for: 192.0.2.1\r\n')).toBe(true);
  await expectGone([...rest, first], 1);
});

test('live connections leave room for calls, and stay', async () => {
  const { open, openMany, goesLive, isServed } = await startShared();
  const live = await openMany(15, HOME);
  for (const socket of live) expect(await goesLive(socket)).toBe(true);
  expect(await goesLive(await open(HOME))).toBe(false);
  await openMany(MAX, CAFE);
  expect(await isServed(await open(HOME))).toBe(true);
  await expectGone(live, 0);
  expect(await goesLive(await open(ELSEWHERE))).toBe(true);
  await expectGone(live, 1);
});

test('one network has at most a thousand, or a tenth of all', async () => {
  const { open, openMany, isServed } = await startShared({ max: 2_000 });
  const silent = await openMany(1_000, HOME);
  expect(await isServed(await open(HOME))).toBe(true);
  await expectGone(silent, 1);
});

test('however many there may be, one network has at most 4,000', () => {
  const server = Object.assign(new EventEmitter(), { maxConnections: 1_000_000 });
  shareConnections(server as unknown as Server, 0, createTestLog().log);
  const sockets = Array.from({ length: 4_001 }, () => new Socket());
  for (const socket of sockets) server.emit('connection', socket);
  expect(sockets.map(({ destroyed }) => destroyed).lastIndexOf(true)).toBe(0);
});
