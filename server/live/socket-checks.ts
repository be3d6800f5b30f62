import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { SESSION_ENDED_CLOSE_CODE } from '#contract/sizes.ts';
import type { LiveSocket } from './live-socket.ts';
import type { PersonSocket, SocketRegistry } from './socket-registry.ts';

const HEARTBEAT_MS = 30_000;
/** A safety net: a session that expires, or is removed in the database by hand, is not reported by any node. */
const SWEEP_MS = 60_000;
const RETRY_MS = 1_000;
const SOCKETS_PER_QUERY = 10_000;
/** Pings in one turn of the event loop, about a millisecond's work: messages go out between two turns. */
const PINGS_PER_TURN = 100;

/** Starts a heartbeat, and every minute a check whether each socket's session still exists. */
export function startSocketChecks(
  registry: SocketRegistry<LiveSocket>,
  pool: pg.Pool,
  log: Logger,
  sweepMs = SWEEP_MS,
): { checkSessions(sockets: Iterable<PersonSocket>): void; stop(): void } {
  const waiting = new Set<PersonSocket>();
  const stopping = new AbortController();
  let isChecking = false;
  let isFailing = false;
  const heartbeat = setInterval(() => pingSockets(registry), HEARTBEAT_MS);
  const sweep = setInterval(() => checkSessions(registry.all()), sweepMs);

  /** Closes those of these sockets whose session has ended, in the background. A failed check is repeated. */
  function checkSessions(sockets: Iterable<PersonSocket>): void {
    for (const socket of sockets) waiting.add(socket);
    if (!isChecking) void drain();
  }

  async function drain(): Promise<void> {
    isChecking = true;
    while (waiting.size > 0 && !stopping.signal.aborted) {
      const checked = waiting.values().take(SOCKETS_PER_QUERY).toArray();
      for (const socket of checked) waiting.delete(socket);
      try {
        await closeEndedSessions(checked, pool);
        isFailing = false;
      } catch (error) {
        if (!isFailing) log.warn({ err: error }, 'sessions could not be checked');
        isFailing = true;
        for (const socket of checked) waiting.add(socket);
        await pause(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
    isChecking = false;
  }

  return {
    checkSessions,
    stop() {
      stopping.abort();
      clearInterval(heartbeat);
      clearInterval(sweep);
    },
  };
}

/** Pings every socket, and closes those that did not answer the last ping. */
async function pingSockets(registry: SocketRegistry<LiveSocket>): Promise<void> {
  let pinged = 0;
  for (const socket of registry.all()) {
    socket.checkAlive();
    pinged += 1;
    if (pinged % PINGS_PER_TURN === 0) await setImmediate();
  }
}

/** The ids go as one text and only ended ones come back: a row for each of thousands of sockets would delay messages. */
async function closeEndedSessions(checked: PersonSocket[], pool: pg.Pool): Promise<void> {
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
