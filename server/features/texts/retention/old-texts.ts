import type { Sweep } from '#server/database/sweep/sweep-table.ts';

const HOUR_MS = 60 * 60_000;
/** A repeat of a call with the same Idempotency-Key finds its text for this time at least. */
const SHORTEST = '1 hour';
/** Their authors' lists show texts that were given up. */
const SHORTEST_IF_FAILED = '7 days';

/** The condition for settled texts that are kept no longer. */
export function areOldTexts(keptDays: number): string {
  return `
    status not in ('queued', 'sending')
    and settled_at < now() - greatest(
      interval '${keptDays} days',
      case status when 'failed' then interval '${SHORTEST_IF_FAILED}' else interval '${SHORTEST}' end
    )`;
}

/** Between half an hour and a day, and short beside the time that texts are kept. */
export function passMs(keptDays: number): number {
  return Math.min(Math.max(keptDays, 0.5), 24) * HOUR_MS;
}

/** Settled texts that are older than that. @param keptDays as the operator sets it */
export function oldTexts(keptDays: number): Sweep {
  return { table: 'texts', areOld: areOldTexts(keptDays), passMs: passMs(keptDays) };
}
