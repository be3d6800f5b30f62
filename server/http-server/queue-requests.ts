import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** So many requests may wait for those before them on their connection. No browser asks before it has its answer. */
const MOST_WAITING = 16;

/**
 * Hands on the requests of a connection one after the other, in the order in which their answers go out anyway: who asks a
 * thousand times in one breath and reads nothing is worth one answer's work and memory.
 * @param hangUp for who has too many waiting; called once for a connection
 */
export function queueRequests(handle: Listener, hangUp: (socket: Socket) => void): Listener {
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
    // What was read together with the request too many comes all the same.
    if (!socket.writable) return;
    const before = waiting.get(socket);
    if (before && before.length >= MOST_WAITING) return hangUp(socket);
    if (before) before.push([request, response]);
    else {
      waiting.set(socket, []);
      begin(request, response);
    }
  };
}
