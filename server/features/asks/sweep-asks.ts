import type pg from 'pg';
import type { Logger } from 'pino';
import { type Pace, sweepTable } from '#server/database/sweep/sweep-table.ts';
import { closeAllOverdue } from './ask-of-choice.ts';

const HOUR_MS = 60 * 60_000;
/** What would help is forgotten this soon after an ask has ended by itself. */
const CLOSE_EVERY_MS = 5 * 60_000;

/**
 * Removes asks with their answers 30 days after closing, and undone ones after a day; writes down which have ended by
 * themselves. @returns stops it
 */
export function sweepAsks(pool: pg.Pool, log: Logger, pace?: Partial<Pace>): () => Promise<void> {
  const areOld = `
    closed_at < now() - case closed_how when 'undone' then interval '1 day' else interval '30 days' end`;
  const stop = sweepTable(pool, log, { table: 'asks', areOld, passMs: 6 * HOUR_MS }, pace);
  const timer = setInterval(() => {
    closeAllOverdue(pool).catch((error) => log.warn({ part: 'asks', err: error }, 'asks could not be closed now'));
  }, CLOSE_EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await stop();
  };
}
