import { setTimeout as pause } from 'node:timers/promises';
import { REFETCH } from './bus/bus.ts';
import { type PersonSocket, type SocketRegistry, textFrame } from './socket-registry.ts';

/** Spread over this time: short enough that no browser is stale for long, long enough that they do not all fetch at once. */
const SPREAD_OVER_MS = 3_000;
const STEP_MS = 50;

/** Asks all sockets to fetch again, spread over time. @returns starts it, or starts again; resolves when all were asked */
export function createRefetchBroadcast(registry: SocketRegistry): () => Promise<void> {
  const frame = textFrame(REFETCH);
  let left = new Set<PersonSocket>();
  let isAsking = false;
  let asked = Promise.resolve();
  let endAt = 0;

  async function ask(): Promise<void> {
    isAsking = true;
    while (left.size > 0) {
      // By the clock: on a busy node each pause takes longer, and all of them together would add up to seconds.
      const steps = Math.max(1, Math.round((endAt - performance.now()) / STEP_MS));
      for (const socket of left
        .values()
        .take(Math.ceil(left.size / steps))
        .toArray()) {
        left.delete(socket);
        socket.send(frame);
      }
      await pause(STEP_MS, undefined, { ref: false });
    }
    isAsking = false;
  }

  return () => {
    endAt = performance.now() + SPREAD_OVER_MS;
    left = left.union(new Set(registry.all()));
    if (!isAsking) asked = ask();
    return asked;
  };
}
