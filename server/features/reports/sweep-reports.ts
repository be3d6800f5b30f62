import type pg from 'pg';
import type { Logger } from 'pino';
import { type Pace, sweepTable } from '#server/database/sweep/sweep-table.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Removes reports 180 days after the operator was done with them. @returns stops it */
export function sweepReports(pool: pg.Pool, log: Logger, pace?: Partial<Pace>): () => Promise<void> {
  return sweepTable(
    pool,
    log,
    { table: 'reports', areOld: `done_at < now() - interval '180 days'`, passMs: DAY_MS },
    pace,
  );
}
