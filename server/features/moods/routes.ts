import { z } from 'zod';
import { ProductError } from '#contract/errors.ts';
import { chooseMoodSchema, uidSchema } from '#contract/inputs.ts';
import { chosenMoodSchema, sharedMoodSchema } from '#contract/views.ts';
import type { Context } from '#server/context.ts';
import { createCalls, waitForTurn } from '#server/http/calls.ts';
import { createFairQueue } from '#server/limits/index.ts';
import { chooseMood } from './choose-mood.ts';
import { getMood } from './get-mood.ts';

export function moodsRoutes(context: Context) {
  const { api, signedIn } = createCalls(context);
  const choices = createFairQueue({ concurrency: 2 });
  const path = '/users/{uid}/info/mood';
  const params = z.object({ uid: uidSchema });
  // The error messages quote the uid as the caller wrote it.
  signedIn(
    'get',
    path,
    { params, answer: chosenMoodSchema, says: 'The mood of yourself or one of your connections' },
    ({ uid, params, c }) => getMood(context, uid, params.uid, c.req.param('uid')),
  );
  signedIn(
    'put',
    path,
    { params, body: chooseMoodSchema, answer: sharedMoodSchema, says: 'Your mood, as it is now' },
    ({ uid, person, params, body, c }) => {
      if (params.uid !== uid)
        throw new ProductError('not_found', (t) => t.noMoodDataFound({ uid: c.req.param('uid')! }));
      return choices.run(person.payer, () => chooseMood(context, uid, body), waitForTurn());
    },
  );
  return api;
}
