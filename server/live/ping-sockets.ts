import { setImmediate } from 'node:timers/promises';
import type { LiveSocket } from './live-socket.ts';
import type { SocketRegistry } from './socket-registry.ts';

/** Pings in one turn of the event loop, about a millisecond's work: messages go out between two turns. */
const PINGS_PER_TURN = 100;

/** Pings every socket, and closes those that did not answer the last ping. */
export async function pingSockets(registry: SocketRegistry<LiveSocket>): Promise<void> {
  let pinged = 0;
  for (const socket of registry.all()) {
    socket.checkAlive();
    pinged += 1;
    if (pinged % PINGS_PER_TURN === 0) await setImmediate();
  }
}
