import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { SESSION_ENDED_CLOSE_CODE } from '#contract/limits.ts';
import type { EndedSession } from '../features/identity/index.ts';
import type { Listener, Listeners } from './listeners.ts';
import type { LiveSocket } from './live-socket.ts';

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
    await closeEndedSessions(listeners, pool).catch((error) =>
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

/**
 * Closes the sockets whose session is gone or has run out. Only those come back from the database, and the ids go there
 * as one text: a row and a list element for each of thousands of open sockets would hold up the messages.
 */
async function closeEndedSessions(listeners: Listeners, pool: pg.Pool): Promise<void> {
  const open: string[] = [];
  for (const { sessionId } of listeners.all()) open.push(sessionId);
  if (open.length === 0) return;
  const { rows } = await pool.query<{ id: string }>({
    name: 'ended-sessions',
    text: `with open as (select string_to_array($1, ',')::uuid[] as ids)
           select unnest(ids) as id from open
           except select id from sessions where id = any((select ids from open)::uuid[]) and expires_at > now()`,
    values: [open.join()],
  });
  if (rows.length === 0) return;
  const ended = new Set(rows.map((row) => row.id));
  for (const listener of listeners.all()) if (ended.has(listener.sessionId)) end(listener);
}

/** Closes the sockets of one session at once. */
export function closeSession(listeners: Listeners, { uid, sessionId }: EndedSession): void {
  for (const listener of listeners.of(uid)) if (listener.sessionId === sessionId) end(listener);
}

function end(listener: Listener): void {
  listener.close(SESSION_ENDED_CLOSE_CODE, 'session ended');
}
