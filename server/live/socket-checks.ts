import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { SESSION_ENDED_CLOSE_CODE } from '#contract/limits.ts';
import type { LiveSocket } from './live-socket.ts';
import type { PersonSocket, SocketRegistry } from './socket-registry.ts';

const HEARTBEAT_MS = 30_000;
const SESSION_CHECK_MS = 3_000;
/** Pings in one turn of the event loop, about a millisecond's work: messages go out between two turns. */
const PINGS_PER_TURN = 100;

/** Regular checks of all open sockets. */
export interface SocketChecks {
  /** Checks the sessions of these sockets now, in the background. */
  checkSessions(sockets: Iterable<PersonSocket>): Promise<void>;
  stop(): void;
}

/**
 * Starts a heartbeat, and a check whether each socket's session still exists: it may have ended on any node, by a sign-out,
 * a new password or a deleted account.
 */
export function startSocketChecks(registry: SocketRegistry<LiveSocket>, pool: pg.Pool, log: Logger): SocketChecks {
  const heartbeat = setInterval(() => pingAll(registry), HEARTBEAT_MS);

  // A failed check is made again by the next one.
  const checkSessions = (sockets: Iterable<PersonSocket>) =>
    closeEndedSessions(sockets, pool).catch((error) => log.warn({ err: error }, 'sessions could not be checked'));

  let isChecking = false;
  const sessionCheck = setInterval(async () => {
    if (isChecking) return;
    isChecking = true;
    await checkSessions(registry.all());
    isChecking = false;
  }, SESSION_CHECK_MS);

  return {
    checkSessions,
    stop() {
      clearInterval(heartbeat);
      clearInterval(sessionCheck);
    },
  };
}

async function pingAll(registry: SocketRegistry<LiveSocket>): Promise<void> {
  let pinged = 0;
  for (const socket of registry.all()) {
    socket.checkAlive();
    pinged += 1;
    if (pinged % PINGS_PER_TURN === 0) await setImmediate();
  }
}

/**
 * Closes those sockets whose session is gone or has expired. The ids go to the database as one text, and only ended ones
 * come back: a row and an array element for each of thousands of sockets would delay messages.
 */
async function closeEndedSessions(sockets: Iterable<PersonSocket>, pool: pg.Pool): Promise<void> {
  const checked = [...sockets];
  if (checked.length === 0) return;
  const { rows } = await pool.query<{ id: string }>({
    name: 'ended-sessions',
    text: `with open as (select string_to_array($1, ',')::uuid[] as ids)
           select unnest(ids) as id from open
           except select id from sessions where id = any((select ids from open)::uuid[]) and expires_at > now()`,
    values: [checked.map(({ sessionId }) => sessionId).join()],
  });
  if (rows.length === 0) return;
  const ended = new Set(rows.map((row) => row.id));
  for (const socket of checked)
    if (ended.has(socket.sessionId)) socket.close(SESSION_ENDED_CLOSE_CODE, 'session ended');
}
