/** A process of its own: a bare `ws` server, which checks and stores nothing. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { ownProcess } from '#bench/rig/own-process.ts';

/** By the cookie of their connection: people connect to the relay with their uid as the cookie. */
const sockets = new Map<string, WebSocket>();
const options = { host: '127.0.0.1', port: 0, perMessageDeflate: false, skipUTF8Validation: true };

const KINDS = {
  /** Sends every frame back. */
  echo(from: WebSocket) {
    from.on('message', (data, isBinary) => from.send(data, { binary: isBinary }));
  },
  /** Passes chat messages on to their receivers. */
  relay(from: WebSocket, { headers }: IncomingMessage) {
    sockets.set(headers.cookie!, from);
    from.on('message', (data: Buffer) => {
      const { id, receiver } = JSON.parse(String(data));
      sockets.get(receiver)?.send(data, { binary: false });
      from.send(JSON.stringify({ type: 'sent', id }));
    });
  },
  /** Sends every frame of a socket to all other sockets. */
  fanOut(from: WebSocket, _request: IncomingMessage, { clients }: WebSocketServer) {
    from.on('message', (data: Buffer) => {
      for (const socket of clients) if (socket !== from) socket.send(data, { binary: false });
    });
  },
};

/** Starts the server. @returns its address */
export const bareServer = ownProcess(import.meta, async (kind: keyof typeof KINDS): Promise<string> => {
  const server = new WebSocketServer(options);
  await once(server, 'listening');
  server.on('connection', (socket, request) => {
    KINDS[kind](socket, request, server);
    // Without this a broken connection would end the process. One shared function keeps the memory figure small.
    socket.on('error', ignore);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

function ignore(): void {}
