import type pg from 'pg';
import type { Logger } from 'pino';
import { type Pace, sweepTable } from '#server/database/sweep/sweep-table.ts';

const HOUR_MS = 60 * 60_000;
/** A repeat of a call with the same Idempotency-Key finds its text for this time at least. */
const SHORTEST = '1 hour';
/** Their authors' lists show texts that were given up. */
const SHORTEST_IF_FAILED = '7 days';

/**
 * Texts of a cause that is still in the queue stay: without their rows they would be made and sent again. A text has its
 * cause's `created_at`. The minute covers transactions that commit in another order than their ids and times.
 */
const BEFORE_ALL_CAUSES = `
  created_at < interval '-1 minute' + coalesce((
    select min(oldest.created_at)
    from (values (0), (1)) queue (priority), lateral (
      select created_at from text_causes where text_causes.priority = queue.priority order by id limit 1
    ) oldest
  ), 'infinity')`;

/** The condition for settled texts that are kept no longer. */
export function areOldTexts(keptDays: number): string {
  return `
    status not in ('queued', 'sending')
    and settled_at < now() - greatest(
      interval '${keptDays} days',
      case status when 'failed' then interval '${SHORTEST_IF_FAILED}' else interval '${SHORTEST}' end
    )
    and (cause = 'form' or ${BEFORE_ALL_CAUSES})`;
}

/** Between half an hour and a day, and short beside the time that texts are kept. */
export function passMs(keptDays: number): number {
  return Math.min(Math.max(keptDays, 0.5), 24) * HOUR_MS;
}

/** Removes settled texts that are older than `keptDays`, in the background. @returns stops it */
export function sweepTexts(pool: pg.Pool, log: Logger, keptDays: number, pace?: Partial<Pace>): () => Promise<void> {
  return sweepTable(pool, log, { table: 'texts', areOld: areOldTexts(keptDays), passMs: passMs(keptDays) }, pace);
}
