import type pg from 'pg';
import type { Logger } from 'pino';
import type { ChatConnection } from '#server/database/chat-connection.ts';

/** Whether this server can serve, for whoever sends it callers. */
export interface Health {
  /** Whether the database answers, and no stop has begun. Asked by many at once, the database is asked once. */
  isReady(): Promise<boolean>;
  /** From now on not ready: a stop has begun. */
  drain(): void;
}

/** Whoever watches over the server is told sooner than the people on it. */
const ANSWER_WITHIN_MS = 2_000;

/**
 * The database is asked over connections that are open already, and any of them will do: while all but the chat path's are
 * busy, or the database takes no more of them, the server goes on serving, and is not to be taken out.
 */
export function createHealth({
  pool,
  chatConnection,
  log,
}: {
  pool: pg.Pool;
  chatConnection: ChatConnection;
  log: Logger;
}): Health {
  let isDraining = false;
  let answered = true;
  let asking: Promise<boolean> | undefined;

  async function ask(): Promise<boolean> {
    const ways: Promise<unknown>[] = [chatConnection.query({ text: 'select' })];
    // A pool without an idle connection would open one, or have the question wait behind everybody's.
    if (pool.idleCount > 0 && pool.waitingCount === 0) ways.push(pool.query('select'));
    const isThere = await Promise.race([
      Promise.any(ways).then(
        () => true,
        () => false,
      ),
      new Promise<boolean>((resolve) => setTimeout(resolve, ANSWER_WITHIN_MS, false).unref()),
    ]);
    if (isThere !== answered) {
      if (isThere) log.info('The database answers again: ready');
      else log.warn('The database does not answer: not ready');
    }
    answered = isThere;
    return isThere;
  }

  return {
    async isReady() {
      if (isDraining) return false;
      asking ??= ask().finally(() => {
        asking = undefined;
      });
      return (await asking) && !isDraining;
    },
    drain() {
      isDraining = true;
    },
  };
}
