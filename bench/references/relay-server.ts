/** A process of its own: a bare `ws` server that relays chat messages between people. It checks and stores nothing. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { receiveTask, reply } from '#bench/loads/load-process.ts';

export interface RelayServer {
  /** People connect as they do to the product, with their uid as the cookie. */
  url: string;
}

await receiveTask();
const sockets = new Map<string, WebSocket>();
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false, skipUTF8Validation: true });
await once(server, 'listening');
server.on('connection', (from: WebSocket, { headers }: IncomingMessage) => {
  sockets.set(headers.cookie!, from);
  from.on('message', (data: Buffer) => {
    const { id, receiver } = JSON.parse(String(data));
    sockets.get(receiver)?.send(data, { binary: false });
    from.send(JSON.stringify({ type: 'sent', id }));
  });
});
reply({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` } satisfies RelayServer);
