import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { noMoodData, ProductError } from '#contract/errors.ts';
import { chooseMoodSchema, uidSchema } from '#contract/inputs.ts';
import type { Context } from '../../context.ts';
import { createApi } from '../../http/api.ts';
import { requirePerson } from '../../http/require-person.ts';
import { answers, body } from '../../http/respond.ts';
import { chooseMood } from './choose-mood.ts';
import { getMood } from './get-mood.ts';

const params = z.object({ uid: uidSchema });

const calls = (context: Context) => ({
  get: createRoute({
    method: 'get',
    path: '/users/{uid}/info/mood',
    middleware: requirePerson(context.identity),
    request: { params },
    responses: answers(chooseMoodSchema, 'The mood of yourself or one of your connections'),
  }),
  put: createRoute({
    method: 'put',
    path: '/users/{uid}/info/mood',
    middleware: requirePerson(context.identity),
    request: { params, body: body(chooseMoodSchema) },
    responses: answers(chooseMoodSchema, 'Your mood, as it is now'),
  }),
});

/** The calls of moods: anyone's to see who is connected, only one's own to choose. */
export function moodsRoutes(context: Context) {
  const { get, put } = calls(context);
  return createApi()
    .openapi(get, async (c) => {
      // The words name the uid as it was asked for, so it is read as it came.
      const asked = c.req.param('uid');
      const mood = await getMood(context, c.var.person.uid, c.req.valid('param').uid, asked);
      return c.json({ mood }, 200);
    })
    .openapi(put, async (c) => {
      const { uid } = c.req.valid('param');
      if (uid !== c.var.person.uid) throw new ProductError('not_found', noMoodData(c.req.param('uid')));
      const { mood } = c.req.valid('json');
      await chooseMood(context, uid, mood);
      return c.json({ mood }, 200);
    });
}
