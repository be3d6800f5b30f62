/** A process of its own: a bare `ws` server that sends every frame of a socket to all other sockets. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { receiveTask, reply } from '#bench/loads/load-process.ts';

export interface FanOutServer {
  address: string;
}

await receiveTask();
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false, skipUTF8Validation: true });
await once(server, 'listening');
server.on('connection', (from) => {
  from.on('message', (data: Buffer) => {
    for (const socket of server.clients) if (socket !== from) socket.send(data, { binary: false });
  });
});
reply({ address: `ws://127.0.0.1:${(server.address() as AddressInfo).port}` } satisfies FanOutServer);
