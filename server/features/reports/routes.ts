import { reportSchema } from '#contract/consent.ts';
import type { Context } from '#server/context.ts';
import type { Sweep } from '#server/database/sweep/sweep-table.ts';
import { createCalls } from '#server/http/calls.ts';
import { createReport } from './create-report.ts';

export function reportsRoutes(context: Context) {
  const { api, signedIn } = createCalls(context);
  signedIn(
    'post',
    '/reports',
    { body: reportSchema, says: 'The people who run this Moodring can read it' },
    ({ uid, body }) => createReport(context, uid, body),
  );
  return api;
}

export const OLD_REPORTS: Sweep = {
  table: 'reports',
  areOld: `done_at < now() - interval '180 days'`,
  passMs: 24 * 60 * 60_000,
};
