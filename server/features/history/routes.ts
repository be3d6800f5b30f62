import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { forgetSchema, forgottenSchema, historyRangeSchema, historySchema } from '#contract/history.ts';
import { uidSchema } from '#contract/inputs.ts';
import type { Context } from '#server/context.ts';
import { createTextStream } from '#server/features/account/index.ts';
import { createApi } from '#server/http/api.ts';
import { responses } from '#server/http/describe-call.ts';
import { requireOwnUid } from '#server/http/require-own-uid.ts';
import { requirePerson } from '#server/http/require-person.ts';
import { LIMITS } from '#server/limits/index.ts';
import { forgetMoods } from './forget-moods.ts';
import { listMoods } from './list-moods.ts';
import { moodsAsCsv } from './moods-as-csv.ts';

const params = z.object({ uid: uidSchema });

const calls = (context: Context) => {
  const middleware = requirePerson(context.identity);
  return {
    list: createRoute({
      ...{ method: 'get', path: '/users/{uid}/moods', middleware },
      request: { params, query: historyRangeSchema },
      responses: responses(historySchema, 'Your own moods of a time, without those that you took back'),
    }),
    file: createRoute({
      ...{ method: 'get', path: '/users/{uid}/moods.csv', middleware, request: { params } },
      responses: { 200: { description: 'All your moods as CSV: chosenAt in UTC (ISO 8601), mood' } },
    }),
    forget: createRoute({
      ...{ method: 'delete', path: '/users/{uid}/moods', middleware },
      request: { params, query: forgetSchema },
      responses: responses(forgottenSchema, 'Your moods before that time are gone, but for the one that holds'),
    }),
  } as const;
};

/** The calls of a person's own history. Another person's is `not_found`, also for friends. */
export function historyRoutes(context: Context) {
  const { list, file, forget } = calls(context);
  return createApi()
    .openapi(list, async (c) => {
      const uid = requireOwnUid(c);
      return c.json(await listMoods(context.pool, uid, c.req.valid('query')), 200);
    })
    .openapi(file, async (c) => {
      const uid = requireOwnUid(c);
      const headers = {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="moods.csv"',
      };
      if (c.req.method === 'HEAD') return c.body(null, 200, headers);
      await context.limits.count([LIMITS.moodsAsAFile.person, uid], [LIMITS.moodsAsAFile.network, c.var.network]);
      return c.body(await createTextStream(moodsAsCsv(context, c.var.person)), 200, headers);
    })
    .openapi(forget, async (c) => {
      const uid = requireOwnUid(c);
      await context.limits.count([LIMITS.forgetMoods.person, uid]);
      return c.json(await forgetMoods(context, uid, c.req.valid('query').before), 200);
    });
}
