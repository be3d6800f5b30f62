import type { Sweep } from '#server/database/sweep/sweep-table.ts';

/** Reports go 180 days after the operator was done with them. */
export const OLD_REPORTS: Sweep = {
  table: 'reports',
  areOld: `done_at < now() - interval '180 days'`,
  passMs: 24 * 60 * 60_000,
};
