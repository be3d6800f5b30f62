import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { BackgroundWorker } from '#server/background/when-settled.ts';
import { purgeStep } from './purge-departed.ts';

export interface PurgeWorker extends BackgroundWorker {
  wake(): void;
  /** Begins with what this or another node left unfinished, as after a crash. */
  start(): void;
  /** Finishes the current step. The next start or another node continues. */
  stop(): Promise<void>;
}

/** Also without a `wake`: another node may have died during a purge, or the database was away. */
const CHECK_EVERY_MS = 30_000;

export function createPurgeWorker({ pool, log }: { pool: pg.Pool; log: Logger }): PurgeWorker {
  const stopping = new AbortController();
  let checking: NodeJS.Timeout | undefined;
  let purging: Promise<void> | undefined;
  let isWokenAgain = false;

  async function purgeAll(): Promise<void> {
    try {
      while (!stopping.signal.aborted) {
        isWokenAgain = false;
        const start = performance.now();
        const isMore = await purgeStep(pool);
        if (!isMore && !isWokenAgain) return;
        // A pause as long as the step, so that others have the database at least half of the time.
        await pause(performance.now() - start, undefined, { signal: stopping.signal }).catch(() => {});
      }
    } catch (error) {
      log.warn({ err: error }, 'a deleted account could not be purged now, and will be later');
    } finally {
      purging = undefined;
    }
  }

  function wake(): void {
    isWokenAgain = true;
    if (!stopping.signal.aborted) purging ??= purgeAll();
  }

  return {
    name: 'purge',
    isBusy: () => purging !== undefined,
    hasDueWork: async () =>
      ((await pool.query('select from departures where look_again_at <= now() limit 1')).rowCount ?? 0) > 0,
    wake,
    start() {
      checking = setInterval(wake, CHECK_EVERY_MS).unref();
      wake();
    },
    async stop() {
      clearInterval(checking);
      stopping.abort();
      await purging;
    },
  };
}
