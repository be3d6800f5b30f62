import { setTimeout as pause } from 'node:timers/promises';
import { REFETCH } from './bus/index.ts';
import { type SocketRegistry, textFrame } from './socket-registry.ts';

/** Spread over this time: short enough that no browser is stale for long, long enough that they do not all fetch at once. */
const SPREAD_OVER_MS = 3_000;
const STEPS = 60;

/** Asks all sockets that are open now to fetch again, a part at a time. A browser that connects later fetches anyway. */
export async function broadcastRefetch(registry: SocketRegistry): Promise<void> {
  const frame = textFrame(REFETCH);
  const left = [...registry.all()];
  const perStep = Math.ceil(left.length / STEPS);
  while (left.length > 0) {
    for (const socket of left.splice(-perStep)) socket.send(frame);
    await pause(SPREAD_OVER_MS / STEPS, undefined, { ref: false });
  }
}
