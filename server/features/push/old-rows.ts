import type { Sweep } from '#server/database/sweep/sweep-table.ts';
import { RENEWED_WITHIN } from './outbox/make-pushes.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Devices that have not been renewed for 60 days go, with their pushes. */
export const OLD_DEVICES: Sweep = {
  table: 'push_devices',
  areOld: `renewed_at < now() - ${RENEWED_WITHIN}`,
  passMs: DAY_MS,
};

/** Pushes go after a week: nobody waits for the notification to close any more. */
export const OLD_PUSHES: Sweep = { table: 'pushes', areOld: `reason_at < now() - interval '7 days'`, passMs: DAY_MS };
