import { reportSchema } from '#contract/consent.ts';
import type { Context } from '#server/context.ts';
import { createCalls } from '#server/http/calls.ts';
import { createReport } from './create-report.ts';

/** The call that reports a person. Operators read reports by `npm run admin -- report list`. */
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
