import { MADE_ROOM_CLOSE_CODE, SERVER_STOPPING_CLOSE_CODE, SESSION_ENDED_CLOSE_CODE } from '#contract/limits.ts';
import { backoff } from '../retry.ts';

/** After a session's end the socket waits for the session check; it comes back only if that found the person signed in. */
const AFTER_SESSION_END_MS = 5_000;

/** A server that stops takes a moment to be back, and then everybody who was on it comes: spread over some seconds. */
const AFTER_STOP_MS = 1_000;
const SPREAD_AFTER_STOP_MS = 3_000;

/** Who made room for a newer tab comes back when it is looked at, or when that one may be gone. */
const AFTER_MAKING_ROOM_MS = 60_000;

/**
 * How long to wait, in milliseconds, after the live connection was closed.
 * @param code with what it was closed
 * @param failures how many tries in a row have failed before
 */
export function reconnectDelay(code: number, failures: number, random: () => number = Math.random): number {
  if (code === SESSION_ENDED_CLOSE_CODE) return AFTER_SESSION_END_MS;
  if (code === MADE_ROOM_CLOSE_CODE) return AFTER_MAKING_ROOM_MS;
  if (code === SERVER_STOPPING_CLOSE_CODE) return AFTER_STOP_MS + SPREAD_AFTER_STOP_MS * random();
  return backoff(failures, random);
}
