import { createRoute } from '@hono/zod-openapi';
import { doneSchema } from '#contract/account.ts';
import { reportSchema } from '#contract/consent.ts';
import type { Context } from '#server/context.ts';
import { createApi } from '#server/http/api.ts';
import { jsonBody, responses } from '#server/http/describe-call.ts';
import { requirePerson } from '#server/http/require-person.ts';
import { createReport } from './create-report.ts';

const reportCall = (context: Context) =>
  createRoute({
    ...{ method: 'post', path: '/reports', middleware: requirePerson(context.identity) },
    request: { body: jsonBody(reportSchema) },
    responses: responses(doneSchema, 'The people who run this Moodring can read it'),
  } as const);

/** The call that reports a person. Operators read reports by `npm run admin -- report list`. */
export function reportsRoutes(context: Context) {
  return createApi().openapi(reportCall(context), async (c) => {
    await createReport(context, c.var.person.uid, c.req.valid('json'));
    return c.json({ ok: true as const }, 200);
  });
}
