import { createRoute } from '@hono/zod-openapi';
import {
  answerAskSchema,
  answerByLinkSchema,
  answerCodeSchema,
  askIdSchema,
  asksSchema,
  changeAskSchema,
  closeAskSchema,
  holdSchema,
  linkedAskSchema,
  reachSchema,
  undoneSchema,
} from '#contract/asks.ts';
import type { Context } from '#server/context.ts';
import { createApi } from '#server/http/api.ts';
import { jsonBody, responses } from '#server/http/describe-call.ts';
import { requirePerson } from '#server/http/require-person.ts';
import { answerAsk, handOver, markAskSeen } from './answer-ask.ts';
import { answerByLink, lookAtLink } from './answer-by-link.ts';
import { getFriendsAsks } from './friends-asks.ts';
import { getReach } from './get-reach.ts';
import { askAgain } from './own/ask-again.ts';
import { changeAsk, holdAsk } from './own/change-ask.ts';
import { closeAsk, stillSo } from './own/close-ask.ts';
import { getOwnAsk } from './own/own-ask.ts';
import { tellSlip } from './own/tell-slip.ts';
import { undoChoice } from './own/undo-choice.ts';

const calls = (context: Context) => {
  const middleware = requirePerson(context.identity);
  const params = askIdSchema;
  const asks = (description: string) => responses(asksSchema, description);
  return {
    list: createRoute({ method: 'get', path: '/asks', middleware, responses: asks('Your ask, and those of friends') }),
    reach: createRoute({
      ...{ method: 'get', path: '/asks/reach', middleware },
      responses: responses(reachSchema, 'Whom a choice of Purple or Dark would reach'),
    }),
    change: createRoute({
      ...{ method: 'patch', path: '/asks/{id}', middleware },
      request: { params, body: jsonBody(changeAskSchema) },
      responses: asks('What would help, or whom you ask, is changed'),
    }),
    undo: createRoute({
      ...{ method: 'post', path: '/asks/{id}/undo', middleware, request: { params } },
      responses: responses(undoneSchema, 'Your newest choice is taken back'),
    }),
    hold: createRoute({
      ...{ method: 'post', path: '/asks/{id}/hold', middleware },
      request: { params, body: jsonBody(holdSchema) },
      responses: asks('It opens later, while you choose whom to ask'),
    }),
    again: createRoute({
      ...{ method: 'post', path: '/asks/{id}/again', middleware, request: { params } },
      responses: asks('Those who have not answered are texted once more'),
    }),
    slip: createRoute({
      ...{ method: 'post', path: '/asks/{id}/slip', middleware, request: { params } },
      responses: asks('Those who were texted before you undid it are told that it was a slip'),
    }),
    still: createRoute({
      ...{ method: 'post', path: '/asks/{id}/still', middleware, request: { params } },
      responses: asks('You still feel this way'),
    }),
    close: createRoute({
      ...{ method: 'post', path: '/asks/{id}/close', middleware },
      request: { params, body: jsonBody(closeAskSchema) },
      responses: asks('You are better'),
    }),
    answer: createRoute({
      ...{ method: 'put', path: '/asks/{id}/answer', middleware },
      request: { params, body: jsonBody(answerAskSchema) },
      responses: asks('Your answer to a friend'),
    }),
    handOver: createRoute({
      ...{ method: 'post', path: '/asks/{id}/hand-over', middleware, request: { params } },
      responses: asks('The others are asked to take over'),
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
      responses: asks('You have seen it'),
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
    seen,
  } = calls(context);
  const asksOf = async (uid: string) => {
    const [mine, friends] = await Promise.all([getOwnAsk(context, uid), getFriendsAsks(context.pool, uid)]);
    return { mine, friends };
  };
  return createApi()
    .openapi(list, async (c) => c.json(await asksOf(c.var.person.uid), 200))
    .openapi(reach, async (c) => c.json(await getReach(context, c.var.person.uid), 200))
    .openapi(change, async (c) => {
      await changeAsk(context, c.var.person.uid, c.req.valid('param').id, c.req.valid('json'));
      return c.json(await asksOf(c.var.person.uid), 200);
    })
    .openapi(undo, async (c) => c.json(await undoChoice(context, c.var.person.uid, c.req.valid('param').id), 200))
    .openapi(hold, async (c) => {
      await holdAsk(context, c.var.person.uid, c.req.valid('param').id, c.req.valid('json').seconds);
      return c.json(await asksOf(c.var.person.uid), 200);
    })
    .openapi(again, async (c) => {
      await askAgain(context, c.var.person.uid, c.req.valid('param').id);
      return c.json(await asksOf(c.var.person.uid), 200);
    })
    .openapi(slip, async (c) => {
      await tellSlip(context, c.var.person.uid, c.req.valid('param').id);
      return c.json(await asksOf(c.var.person.uid), 200);
    })
    .openapi(still, async (c) => {
      await stillSo(context, c.var.person.uid, c.req.valid('param').id);
      return c.json(await asksOf(c.var.person.uid), 200);
    })
    .openapi(close, async (c) => {
      await closeAsk(context, c.var.person.uid, c.req.valid('param').id, c.req.valid('json'));
      return c.json(await asksOf(c.var.person.uid), 200);
    })
    .openapi(answer, async (c) => {
      await answerAsk(context, c.var.person.uid, c.req.valid('param').id, c.req.valid('json'));
      return c.json(await asksOf(c.var.person.uid), 200);
    })
    .openapi(look, async (c) => c.json(await lookAtLink(context, c.req.valid('json').code, c.var.network), 200))
    .openapi(linkCall, async (c) => {
      const { code, ...answer } = c.req.valid('json');
      return c.json(await answerByLink(context, code, answer, c.var.network), 200);
    })
    .openapi(handOverCall, async (c) => {
      await handOver(context, c.var.person.uid, c.req.valid('param').id);
      return c.json(await asksOf(c.var.person.uid), 200);
    })
    .openapi(seen, async (c) => {
      await markAskSeen(context, c.var.person.uid, c.req.valid('param').id);
      return c.json(await asksOf(c.var.person.uid), 200);
    });
}
