import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { textFrame } from './socket-registry.ts';

const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
afterAll(() => server.close());

test.each([0, 1, 125, 126, 127, 65_535, 65_536, 200_000])('a frame of %i bytes is read unchanged', async (length) => {
  const text = 'ä'.repeat(length / 2) + 'a'.repeat(length % 2);
  server.once('connection', (_, { socket }) => {
    socket.write(textFrame(text));
    socket.write(textFrame('and the next'));
  });
  const client = new WebSocket(`ws://127.0.0.1:${port}`);
  const received: string[] = [];
  client.on('message', (data, isBinary) => received.push(isBinary ? 'bytes' : String(data)));
  await expect.poll(() => received).toEqual([text, 'and the next']);
  client.terminate();
});
