import type pg from 'pg';
import type { Logger } from 'pino';
import { type Pace, sweepTable } from '#server/database/sweep/sweep-table.ts';

const HOUR_MS = 60 * 60_000;
/** For a repeat of a call with the same Idempotency-Key, and for a cause whose other texts are being stored. */
const SHORTEST = '1 hour';
/** Their authors' lists show texts that were given up. */
const SHORTEST_IF_FAILED = '7 days';

/**
 * While a text of a call for support waits, the others stay, because a phone gets one text for each call. `not in`: with `in`
 * PostgreSQL would read the whole index of waiting texts for each row.
 */
const CALL_WAITS = `
  texts.cause = 'mood' and exists (
    select from texts waiting
    where waiting.id between mood_text_id(texts.cause_id, '0') and mood_text_id(texts.cause_id, 'f')
      and waiting.status not in ('sent', 'failed', 'cancelled', 'recorded')
  )`;

/** The condition for settled texts that are kept no longer. Texts that were only recorded have no `settled_at`. */
export function areOldTexts(keptDays: number): string {
  return `
    status not in ('queued', 'sending')
    and coalesce(settled_at, created_at) < now() - greatest(
      interval '${keptDays} days',
      case status when 'failed' then interval '${SHORTEST_IF_FAILED}' else interval '${SHORTEST}' end
    )
    and not (${CALL_WAITS})`;
}

/** Between half an hour and a day, and short beside the time that texts are kept. */
export function passMs(keptDays: number): number {
  return Math.min(Math.max(keptDays, 0.5), 24) * HOUR_MS;
}

/** Removes settled texts that are older than `keptDays`, in the background. @returns stops it */
export function sweepTexts(pool: pg.Pool, log: Logger, keptDays: number, pace?: Partial<Pace>): () => Promise<void> {
  return sweepTable(pool, log, { table: 'texts', areOld: areOldTexts(keptDays), passMs: passMs(keptDays) }, pace);
}
