import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { purgeStep } from './purge-departed.ts';

export type PurgeWorker = ReturnType<typeof createPurgeWorker>;

/** Without a wake: for purges that another node did not finish. */
const CHECK_EVERY_MS = 30_000;

export function createPurgeWorker({ pool, log }: { pool: pg.Pool; log: Logger }) {
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
        // Pauses as long as the step took, to leave the database to others.
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
    start(): void {
      checking = setInterval(wake, CHECK_EVERY_MS).unref();
      wake();
    },
    async stop(): Promise<void> {
      clearInterval(checking);
      stopping.abort();
      await purging;
    },
  };
}
