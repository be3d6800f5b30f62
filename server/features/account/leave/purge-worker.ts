import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { createWorkLoop } from '#server/background/work-loop.ts';
import { purgeStep } from './purge-departed.ts';

export type PurgeWorker = ReturnType<typeof createPurgeWorker>;

/** Without a wake: for purges that another node did not finish. */
const CHECK_EVERY_MS = 30_000;

export function createPurgeWorker({ pool, log }: { pool: pg.Pool; log: Logger }) {
  async function round(): Promise<boolean> {
    const start = performance.now();
    try {
      if (!(await purgeStep(pool))) return false;
    } catch (error) {
      log.warn({ err: error }, 'a deleted account could not be purged now, and will be later');
      return false;
    }
    // As long as the step took, to leave the database to others.
    await pause(performance.now() - start);
    return true;
  }

  return {
    ...createWorkLoop({ round, pollMs: CHECK_EVERY_MS }),
    name: 'purge',
    hasDueWork: async () =>
      ((await pool.query('select from departures where look_again_at <= now() limit 1')).rowCount ?? 0) > 0,
  };
}
