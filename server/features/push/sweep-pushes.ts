import type pg from 'pg';
import type { Logger } from 'pino';
import { type Pace, sweepTable } from '#server/database/sweep/sweep-table.ts';
import { RENEWED_WITHIN } from './outbox/make-pushes.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Removes devices that have not been renewed for 60 days, with their pushes. @returns stops it */
export function sweepPushDevices(pool: pg.Pool, log: Logger, pace?: Partial<Pace>): () => Promise<void> {
  const areOld = `renewed_at < now() - ${RENEWED_WITHIN}`;
  return sweepTable(pool, log, { table: 'push_devices', areOld, passMs: DAY_MS }, pace);
}

/** Removes pushes after a week: nobody waits for the notification to close any more. @returns stops it */
export function sweepPushes(pool: pg.Pool, log: Logger, pace?: Partial<Pace>): () => Promise<void> {
  return sweepTable(
    pool,
    log,
    { table: 'pushes', areOld: `reason_at < now() - interval '7 days'`, passMs: DAY_MS },
    pace,
  );
}
