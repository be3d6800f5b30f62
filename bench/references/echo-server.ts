/** A process of its own: a bare `ws` server that sends every frame back. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { receiveTask, reply } from '#bench/loads/load-process.ts';

export interface EchoServer {
  address: string;
}

await receiveTask();
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false, skipUTF8Validation: true });
await once(server, 'listening');
server.on('connection', (socket) => {
  socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }));
  // Without this a broken connection would end the process. One shared function keeps the memory figure small.
  socket.on('error', ignore);
});
function ignore(): void {}

reply({ address: `ws://127.0.0.1:${(server.address() as AddressInfo).port}` } satisfies EchoServer);
