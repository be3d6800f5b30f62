import type pg from 'pg';
import type { Logger } from 'pino';
import { SESSION_ENDED_CLOSE_CODE } from '#contract/limits.ts';
import type { Listeners } from './listeners.ts';
import { LiveSocket } from './live-socket.ts';

const HEARTBEAT_MS = 30_000;
const SESSION_SWEEP_MS = 3_000;

/**
 * The two rounds over all open sockets: a heartbeat, and whether each one's session still lives, however it ended
 * (signed out on any node, password changed, account deleted). One query a round.
 * @returns stops both
 */
export function startSweeps(listeners: Listeners, pool: pg.Pool, log: Logger): () => void {
  const heartbeat = setInterval(() => {
    for (const listener of listeners.all()) if (listener instanceof LiveSocket) listener.beat();
  }, HEARTBEAT_MS);

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

/** Closes the sockets whose session is gone or has run out. */
async function closeEndedSessions(listeners: Listeners, pool: pg.Pool): Promise<void> {
  const open = [...listeners.all()];
  if (open.length === 0) return;
  const ids = [...new Set(open.map((listener) => listener.sessionId))];
  const { rows } = await pool.query<{ id: string }>({
    name: 'live-sessions',
    text: 'select id from sessions where id = any($1::uuid[]) and expires_at > now()',
    values: [ids],
  });
  const living = new Set(rows.map((row) => row.id));
  for (const listener of open) {
    if (!living.has(listener.sessionId)) listener.close(SESSION_ENDED_CLOSE_CODE, 'session ended');
  }
}

/** Closes the sockets of one session at once. */
export function closeSession(listeners: Listeners, sessionId: string): void {
  for (const listener of listeners.all()) {
    if (listener.sessionId === sessionId) listener.close(SESSION_ENDED_CLOSE_CODE, 'session ended');
  }
}
