import { setTimeout as pause } from 'node:timers/promises';
import { REFETCH } from './bus/index.ts';
import type { Listeners } from './socket-registry.ts';
import { textFrame } from './text-frame.ts';

/** Everybody is told within this time: soon enough that nobody is stale for long, and not all in one moment. */
const WITHIN_MS = 3_000;
const TURNS = 60;

/**
 * Tells all who listen now to fetch again, some at a time: thousands of them at once would hold up everything else. Who
 * comes meanwhile fetches anyway.
 */
export async function refetchAll(listeners: Listeners): Promise<void> {
  const frame = textFrame(REFETCH);
  const left = [...listeners.all()];
  const eachTurn = Math.ceil(left.length / TURNS);
  while (left.length > 0) {
    for (const listener of left.splice(-eachTurn)) listener.send(frame);
    await pause(WITHIN_MS / TURNS, undefined, { ref: false });
  }
}
