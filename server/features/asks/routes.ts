import { createRoute } from '@hono/zod-openapi';
import type { Context as Call } from 'hono';
import {
  answerAskSchema,
  answerByLinkSchema,
  answerCodeSchema,
  askIdSchema,
  asksSchema,
  changeAskSchema,
  closeAskSchema,
  friendsAsksSchema,
  holdSchema,
  linkedAskSchema,
  myAskSchema,
  reachSchema,
  undoneSchema,
} from '#contract/asks.ts';
import type { Context } from '#server/context.ts';
import { type ApiEnvironment, createApi } from '#server/http/api.ts';
import { jsonBody, responses } from '#server/http/describe-call.ts';
import { requirePerson } from '#server/http/require-person.ts';
import { answerAsk, handOver, markAskSeen } from './answer-ask.ts';
import { answerByLink, lookAtLink } from './answer-by-link.ts';
import { getFriendsAsks } from './friends-asks.ts';
import { getReach } from './get-reach.ts';
import { markReached } from './mark-reached.ts';
import { askAgain } from './own/ask-again.ts';
import { changeAsk, holdAsk } from './own/change-ask.ts';
import { closeAsk, stillSo } from './own/close-ask.ts';
import { getOwnAsk } from './own/own-ask.ts';
import { tellSlip } from './own/tell-slip.ts';
import { undoChoice } from './own/undo-choice.ts';
import { getUndoneChoice } from './own/undone-choice.ts';

const calls = (context: Context) => {
  const middleware = requirePerson(context.identity);
  const params = askIdSchema;
  const mine = (description: string) => responses(myAskSchema, description);
  const friends = (description: string) => responses(friendsAsksSchema, description);
  return {
    list: createRoute({
      ...{ method: 'get', path: '/asks', middleware },
      responses: responses(asksSchema, 'Your ask, and those of friends'),
    }),
    reach: createRoute({
      ...{ method: 'get', path: '/asks/reach', middleware },
      responses: responses(reachSchema, 'Whom a choice of Purple or Dark would reach'),
    }),
    change: createRoute({
      ...{ method: 'patch', path: '/asks/{id}', middleware },
      request: { params, body: jsonBody(changeAskSchema) },
      responses: mine('What would help, or whom you ask, is changed'),
    }),
    undo: createRoute({
      ...{ method: 'post', path: '/asks/{id}/undo', middleware, request: { params } },
      responses: responses(undoneSchema, 'Your newest choice is taken back'),
    }),
    hold: createRoute({
      ...{ method: 'post', path: '/asks/{id}/hold', middleware },
      request: { params, body: jsonBody(holdSchema) },
      responses: mine('It opens later, while you choose whom to ask'),
    }),
    again: createRoute({
      ...{ method: 'post', path: '/asks/{id}/again', middleware, request: { params } },
      responses: mine('Those who have not answered are texted once more'),
    }),
    slip: createRoute({
      ...{ method: 'post', path: '/asks/{id}/slip', middleware, request: { params } },
      responses: mine('Those who were texted before you undid it are told that it was a slip'),
    }),
    still: createRoute({
      ...{ method: 'post', path: '/asks/{id}/still', middleware, request: { params } },
      responses: mine('You still feel this way'),
    }),
    close: createRoute({
      ...{ method: 'post', path: '/asks/{id}/close', middleware },
      request: { params, body: jsonBody(closeAskSchema) },
      responses: mine('You are better'),
    }),
    answer: createRoute({
      ...{ method: 'put', path: '/asks/{id}/answer', middleware },
      request: { params, body: jsonBody(answerAskSchema) },
      responses: friends('Your answer to a friend'),
    }),
    handOver: createRoute({
      ...{ method: 'post', path: '/asks/{id}/hand-over', middleware, request: { params } },
      responses: friends('The others are asked to take over'),
    }),
    reached: createRoute({
      ...{ method: 'post', path: '/asks/{id}/reached', middleware, request: { params } },
      responses: friends('You got to reach your friend. They are not told'),
    }),
    look: createRoute({
      ...{ method: 'post', path: '/asks/link' },
      request: { body: jsonBody(answerCodeSchema) },
      responses: responses(linkedAskSchema, 'What the link in a text shows'),
    }),
    answerByLink: createRoute({
      ...{ method: 'post', path: '/asks/link/answer' },
      request: { body: jsonBody(answerByLinkSchema) },
      responses: responses(linkedAskSchema, 'The answer of the friend who got the text'),
    }),
    seen: createRoute({
      ...{ method: 'post', path: '/asks/{id}/seen', middleware, request: { params } },
      responses: friends('You have seen it'),
    }),
  } as const;
};

/** The calls about asks. An ask that is not there, not yours or not asked of you is `not_found`, alike. */
export function asksRoutes(context: Context) {
  const {
    list,
    reach,
    change,
    undo,
    hold,
    again,
    slip,
    still,
    close,
    answer,
    look,
    answerByLink: linkCall,
    handOver: handOverCall,
    reached,
    seen,
  } = calls(context);
  const mine = async (c: Call<ApiEnvironment>) => c.json({ mine: await getOwnAsk(context, c.var.person.uid) }, 200);
  const friends = async (c: Call<ApiEnvironment>) =>
    c.json({ friends: await getFriendsAsks(context.pool, c.var.person.uid) }, 200);
  return createApi()
    .openapi(list, async (c) => {
      const { uid } = c.var.person;
      const [own, others, undone] = await Promise.all([
        getOwnAsk(context, uid),
        getFriendsAsks(context.pool, uid),
        getUndoneChoice(context.pool, uid),
      ]);
      return c.json({ mine: own, friends: others, undone }, 200);
    })
    .openapi(reach, async (c) => {
      const { pushes: _, ...counted } = await getReach(context, c.var.person.uid);
      return c.json(counted, 200);
    })
    .openapi(change, async (c) => {
      await changeAsk(context, c.var.person.uid, c.req.valid('param').id, c.req.valid('json'));
      return mine(c);
    })
    .openapi(undo, async (c) => c.json(await undoChoice(context, c.var.person.uid, c.req.valid('param').id), 200))
    .openapi(hold, async (c) => {
      await holdAsk(context, c.var.person.uid, c.req.valid('param').id, c.req.valid('json').seconds);
      return mine(c);
    })
    .openapi(again, async (c) => {
      await askAgain(context, c.var.person.uid, c.req.valid('param').id);
      return mine(c);
    })
    .openapi(slip, async (c) => {
      await tellSlip(context, c.var.person.uid, c.req.valid('param').id);
      return mine(c);
    })
    .openapi(still, async (c) => {
      await stillSo(context, c.var.person.uid, c.req.valid('param').id);
      return mine(c);
    })
    .openapi(close, async (c) => {
      await closeAsk(context, c.var.person.uid, c.req.valid('param').id, c.req.valid('json'));
      return mine(c);
    })
    .openapi(answer, async (c) => {
      await answerAsk(context, c.var.person.uid, c.req.valid('param').id, c.req.valid('json'));
      return friends(c);
    })
    .openapi(look, async (c) => c.json(await lookAtLink(context, c.req.valid('json').code, c.var.network), 200))
    .openapi(linkCall, async (c) => {
      const { code, ...answer } = c.req.valid('json');
      return c.json(await answerByLink(context, code, answer, c.var.network), 200);
    })
    .openapi(handOverCall, async (c) => {
      await handOver(context, c.var.person.uid, c.req.valid('param').id);
      return friends(c);
    })
    .openapi(reached, async (c) => {
      await markReached(context, c.var.person.uid, c.req.valid('param').id);
      return friends(c);
    })
    .openapi(seen, async (c) => {
      await markAskSeen(context, c.var.person.uid, c.req.valid('param').id);
      return friends(c);
    });
}
