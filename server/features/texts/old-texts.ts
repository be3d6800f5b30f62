import type { Sweep } from '#server/database/sweep/sweep-table.ts';

const HOUR_MS = 60 * 60_000;

/**
 * For an hour a repeat with the same Idempotency-Key finds its text; for three days friends answer calls; for a week the
 * operator sees texts that were given up.
 * @param keptDays as the operator sets it
 */
export function oldTexts(keptDays: number): Sweep {
  return {
    table: 'texts',
    areOld: `
      status not in ('queued', 'sending')
      and settled_at < now() - greatest(interval '${keptDays} days', case
        when status = 'failed' then interval '7 days'
        when cause in ('mood', 'again', 'missed') then interval '3 days'
        else interval '1 hour'
      end)`,
    passMs: Math.min(Math.max(keptDays, 0.5), 24) * HOUR_MS,
  };
}
