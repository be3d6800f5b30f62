import { MADE_ROOM_CLOSE_CODE, SERVER_STOPPING_CLOSE_CODE, SESSION_ENDED_CLOSE_CODE } from '#contract/limits.ts';
import { backoff } from '../retry.ts';

/** Time for the session check. If it finds the person signed out, the socket is stopped and never reconnects. */
const AFTER_SESSION_END_MS = 5_000;

/** A stopping server needs a moment to restart. The spread keeps its browsers from reconnecting all at once. */
const AFTER_STOP_MS = 1_000;
const SPREAD_AFTER_STOP_MS = 3_000;

/** The server closed this tab for a newer one: if it reconnected at once, it would push out the next tab. */
const AFTER_MAKING_ROOM_MS = 60_000;

/**
 * The pause before the next connection, in milliseconds.
 * @param code the close code of the last connection
 * @param failures failed connections in a row before this one
 */
export function reconnectDelay(code: number, failures: number, random: () => number = Math.random): number {
  if (code === SESSION_ENDED_CLOSE_CODE) return AFTER_SESSION_END_MS;
  if (code === MADE_ROOM_CLOSE_CODE) return AFTER_MAKING_ROOM_MS;
  if (code === SERVER_STOPPING_CLOSE_CODE) return AFTER_STOP_MS + SPREAD_AFTER_STOP_MS * random();
  return backoff(failures, random);
}
