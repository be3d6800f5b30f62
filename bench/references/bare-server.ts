/** A bare `ws` server in a process of its own, which checks and stores nothing. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { stopChild, trackChild } from '#bench/rig/children.ts';

/** By the cookie of their connection: people connect to the relay with their uid as the cookie. */
const sockets = new Map<string, WebSocket>();

const KINDS = {
  echo(from: WebSocket) {
    from.on('message', (data, isBinary) => from.send(data, { binary: isBinary }));
  },
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

export async function startBareServer(kind: keyof typeof KINDS, nodeFlags: string[] = []) {
  const child = trackChild(fork(import.meta.filename, [kind], { execArgv: nodeFlags }));
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('The bare server did not start')));
  const [port] = await Promise.race([once(child, 'message'), ended]);
  return { url: `http://127.0.0.1:${port}`, pid: child.pid!, [Symbol.asyncDispose]: () => stopChild(child) };
}

if (import.meta.main) {
  const server = new WebSocketServer({
    host: '127.0.0.1',
    port: 0,
    perMessageDeflate: false,
    skipUTF8Validation: true,
  });
  server.on('connection', (socket, request) => {
    KINDS[process.argv[2] as keyof typeof KINDS](socket, request, server);
    // Without it a broken connection would end the process. One shared function keeps the memory figure small.
    socket.on('error', ignore);
  });
  server.on('listening', () => process.send!((server.address() as AddressInfo).port));
  process.once('disconnect', () => process.exit());
}

function ignore(): void {}
