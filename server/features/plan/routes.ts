import { changePlanPartSchema, friendPlanSchema, planSchema } from '#contract/account/plan.ts';
import { askIdSchema } from '#contract/asks.ts';
import type { Context } from '#server/context.ts';
import { createCalls } from '#server/http/calls.ts';
import { LIMITS } from '#server/limits/index.ts';
import { changePlanPart, getPlan, getPlanOfFriend } from './plan.ts';

/** A friend's plan is found by their ask alone: one that is not there, or not asked of you, is `not_found`. */
export function planRoutes(context: Context) {
  const { api, own, ownWithin, signedIn } = createCalls(context);
  own('get', '/users/{uid}/plan', { answer: planSchema, says: 'Your own plan' }, ({ uid }) => getPlan(context, uid));
  ownWithin(LIMITS.changeSettings.person)(
    'put',
    '/users/{uid}/plan',
    { body: changePlanPartSchema, answer: planSchema, says: 'Your plan with that part' },
    ({ uid, body }) => changePlanPart(context, uid, body),
  );
  signedIn(
    'get',
    '/asks/{id}/plan',
    { params: askIdSchema, answer: friendPlanSchema, says: 'What a friend who asks for support lets you read' },
    ({ uid, params }) => getPlanOfFriend(context, uid, params.id),
  );
  return api;
}
