import { forgetSchema, forgottenSchema, historyRangeSchema, historySchema } from '#contract/account/history.ts';
import type { Mood } from '#contract/moods.ts';
import type { Context } from '#server/context.ts';
import { createTextStream, MOODS } from '#server/features/account/index.ts';
import type { SignedInPerson } from '#server/features/identity/index.ts';
import { createCalls } from '#server/http/calls.ts';
import { LIMITS } from '#server/limits/index.ts';
import { forgetMoods } from './forget-moods.ts';
import { listMoods } from './list-moods.ts';

export function historyRoutes(context: Context) {
  const { limits } = context;
  const { api, own, ownWithin } = createCalls(context);
  own(
    'get',
    '/users/{uid}/moods',
    {
      query: historyRangeSchema,
      answer: historySchema,
      says: 'Your own moods of a time, without those that you took back',
    },
    ({ uid, query }) => listMoods(context.pool, uid, query),
  );
  own(
    'get',
    '/users/{uid}/moods.csv',
    { responses: { 200: { description: 'All your moods as CSV: chosenAt in UTC (ISO 8601), mood' } } },
    async ({ uid, person, network, c }) => {
      const headers = {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="moods.csv"',
      };
      if (c.req.method === 'HEAD') return c.body(null, 200, headers);
      await limits.count([LIMITS.moodsAsAFile.person, uid], [LIMITS.moodsAsAFile.network, network]);
      return c.body(await createTextStream(moodsAsCsv(context, person)), 200, headers);
    },
  );
  ownWithin(LIMITS.forgetMoods.person)(
    'delete',
    '/users/{uid}/moods',
    {
      query: forgetSchema,
      answer: forgottenSchema,
      says: 'Your moods before that time are gone, but for the one that holds',
    },
    ({ uid, query }) => forgetMoods(context, uid, query.before),
  );
  return api;
}

/** All moods as CSV, in UTC. No cell can be a formula. */
function moodsAsCsv({ exports }: Pick<Context, 'exports'>, person: SignedInPerson): AsyncGenerator<string> {
  return exports.read(person, async function* (pages) {
    yield 'chosenAt,mood\r\n';
    for await (const page of pages(MOODS)) {
      const rows = page as unknown as { chosenAt: Date; mood: Mood }[];
      yield rows.map(({ chosenAt, mood }) => `${chosenAt.toISOString()},${mood}\r\n`).join('');
    }
  });
}
