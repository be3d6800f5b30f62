import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Pipelined requests that may wait on a connection. Browsers and proxies do not pipeline. */
const MAX_WAITING = 2;

/** Of head and body. Nothing reads what waits. `limitBody` bounds larger bodies together, but only once their requests begin. */
const LARGE_BYTES = 4 * 1_024;

/** Handles the requests of a connection in turn: pipelined ones cost one response. @param refuse called for one that may not wait */
export function queueRequests(handle: Listener, refuse: (socket: Socket) => void): Listener {
  const waiting = new WeakMap<Socket, [IncomingMessage, ServerResponse][]>();

  function begin(request: IncomingMessage, response: ServerResponse): void {
    response.once('close', () => beginNext(request.socket));
    handle(request, response);
  }

  function beginNext(socket: Socket): void {
    const next = socket.destroyed ? undefined : waiting.get(socket)?.shift();
    if (next) begin(...next);
    else waiting.delete(socket);
  }

  return (request, response) => {
    const { socket } = request;
    // Requests that were read together with the refused one still arrive.
    if (!socket.writable) return;
    const before = waiting.get(socket);
    if (before && (before.length >= MAX_WAITING || isLarge(request))) return refuse(socket);
    if (before) before.push([request, response]);
    else {
      waiting.set(socket, []);
      begin(request, response);
    }
  };
}

function isLarge({ url = '', headers, rawHeaders }: IncomingMessage): boolean {
  // Many tiny chunks take far more memory than their bytes.
  const { 'transfer-encoding': encoding, 'content-length': length = 0 } = headers;
  return encoding !== undefined || Number(length) + url.length + rawHeaders.join('').length >= LARGE_BYTES;
}
