import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { closeEndedSessions } from './close-ended-sessions.ts';
import type { LiveSocket } from './live-socket.ts';
import type { Listeners } from './socket-registry.ts';

const HEARTBEAT_MS = 30_000;
const SESSION_SWEEP_MS = 3_000;
/** So many sockets are pinged in one turn, about a millisecond: messages go out between two turns. */
const PINGS_A_TURN = 100;

/**
 * The two rounds over all open sockets: a heartbeat, and whether each one's session still lives, however it ended
 * (signed out on any node, password changed, account deleted). One query a round.
 * @returns stops both
 */
export function startSweeps(listeners: Listeners<LiveSocket>, pool: pg.Pool, log: Logger): () => void {
  const heartbeat = setInterval(() => beatAll(listeners), HEARTBEAT_MS);

  let sweeping = false;
  const sessions = setInterval(async () => {
    if (sweeping) return;
    sweeping = true;
    await closeEndedSessions(listeners.all(), pool).catch((error) =>
      log.warn({ err: error }, 'sessions could not be checked'),
    );
    sweeping = false;
  }, SESSION_SWEEP_MS);

  return () => {
    clearInterval(heartbeat);
    clearInterval(sessions);
  };
}

async function beatAll(listeners: Listeners<LiveSocket>): Promise<void> {
  let pinged = 0;
  for (const listener of listeners.all()) {
    listener.beat();
    pinged += 1;
    if (pinged % PINGS_A_TURN === 0) await setImmediate();
  }
}
