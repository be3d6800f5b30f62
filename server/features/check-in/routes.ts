import { z } from 'zod';
import { agreeSchema, changeCheckInSchema, checkInsSchema } from '#contract/account/check-in.ts';
import { uidSchema } from '#contract/inputs.ts';
import type { Context } from '#server/context.ts';
import { createCalls } from '#server/http/calls.ts';
import { LIMITS } from '#server/limits/index.ts';
import { checkIn } from './answer-check-in.ts';
import { agreeToLookIn, changeCheckIn, endCheckIn, getCheckIns } from './check-in.ts';

/** A friend's check-in is found by the request alone: one that is not there is `not_found`. */
export function checkInRoutes(context: Context) {
  const { api, own, ownWithin } = createCalls(context);
  const path = '/users/{uid}/check-in';
  own(
    'get',
    '/users/{uid}/check-ins',
    { answer: checkInsSchema, says: 'Your planned check-in, and those of friends who asked you to look in' },
    ({ uid }) => getCheckIns(context, uid),
  );
  ownWithin(LIMITS.changeSettings.person)(
    'put',
    path,
    { body: changeCheckInSchema, answer: checkInsSchema, says: 'Your check-in, planned anew' },
    ({ uid, body }) => changeCheckIn(context, uid, body),
  );
  const deciding = ownWithin(LIMITS.muteOrHide.person);
  deciding('delete', path, { says: 'You have no planned check-in any more' }, ({ uid }) => endCheckIn(context, uid));
  ownWithin(LIMITS.changeAnAsk.person)(
    'post',
    `${path}/answer`,
    { answer: checkInsSchema, says: 'You have checked in, whether or not you were asked' },
    async ({ uid }) => {
      await checkIn(context, uid);
      return getCheckIns(context, uid);
    },
  );
  deciding(
    'put',
    '/users/{uid}/check-ins/{otherUid}',
    {
      params: z.object({ otherUid: uidSchema }),
      body: agreeSchema,
      answer: checkInsSchema,
      says: 'Whether you are told when that friend has not checked in',
    },
    ({ uid, params, body }) => agreeToLookIn(context, uid, params.otherUid, body),
  );
  return api;
}
