import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { noMoodData, ProductError } from '#contract/errors.ts';
import { chooseMoodSchema, uidSchema } from '#contract/inputs.ts';
import { chosenMoodSchema, sharedMoodSchema } from '#contract/views.ts';
import type { Context } from '#server/context.ts';
import { createApi } from '#server/http/api.ts';
import { jsonBody, responses } from '#server/http/describe-call.ts';
import { requirePerson } from '#server/http/require-person.ts';
import { chooseMood } from './choose-mood.ts';
import { getMood } from './get-mood.ts';

const params = z.object({ uid: uidSchema });

const calls = (context: Context) => ({
  get: createRoute({
    method: 'get',
    path: '/users/{uid}/info/mood',
    middleware: requirePerson(context.identity),
    request: { params },
    responses: responses(chosenMoodSchema, 'The mood of yourself or one of your connections'),
  }),
  put: createRoute({
    method: 'put',
    path: '/users/{uid}/info/mood',
    middleware: requirePerson(context.identity),
    request: { params, body: jsonBody(chooseMoodSchema) },
    responses: responses(sharedMoodSchema, 'Your mood, as it is now'),
  }),
});

/** The calls for moods: connected people may read a mood, only the person may choose it. */
export function moodsRoutes(context: Context) {
  const { get, put } = calls(context);
  return createApi()
    .openapi(get, async (c) => {
      // The error message quotes the uid as the caller wrote it.
      const asked = c.req.param('uid');
      return c.json(await getMood(context, c.var.person.uid, c.req.valid('param').uid, asked), 200);
    })
    .openapi(put, async (c) => {
      const { uid } = c.req.valid('param');
      if (uid !== c.var.person.uid) throw new ProductError('not_found', noMoodData(c.req.param('uid')));
      return c.json(await chooseMood(context, uid, c.req.valid('json')), 200);
    });
}
