/** A process of its own: the barest `ws` server, which sends back what it gets. */
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
  socket.on('error', broken);
});
/** Who is gone is gone; without this, the server would go with them. */
function broken(): void {}

reply({ address: `ws://127.0.0.1:${(server.address() as AddressInfo).port}` } satisfies EchoServer);
