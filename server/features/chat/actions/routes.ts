import { createRoute } from '@hono/zod-openapi';
import { doneSchema } from '#contract/account.ts';
import { deleteMessageSchema, messageIdSchema, reactSchema } from '#contract/message-actions.ts';
import type { Context } from '#server/context.ts';
import { createApi } from '#server/http/api.ts';
import { jsonBody, responses } from '#server/http/describe-call.ts';
import { requirePerson } from '#server/http/require-person.ts';
import { deleteForBoth } from './delete-for-both.ts';
import { deleteForMe } from './delete-for-me.ts';
import { react } from './react.ts';

const calls = (context: Context) => {
  const middleware = requirePerson(context.identity);
  return {
    reaction: createRoute({
      ...{ method: 'put', path: '/messages/{id}/reaction', middleware },
      request: { params: messageIdSchema, body: jsonBody(reactSchema) },
      responses: responses(doneSchema, 'Your reaction to the message is this one, or none'),
    }),
    remove: createRoute({
      ...{ method: 'post', path: '/messages/{id}/delete', middleware },
      request: { params: messageIdSchema, body: jsonBody(deleteMessageSchema) },
      responses: responses(doneSchema, 'The message is deleted for you, or for both of you'),
    }),
  } as const;
};

/** The calls about one message. A message of others is answered with `not_found`, as one that does not exist. */
export function messageActionRoutes(context: Context) {
  const { reaction, remove } = calls(context);
  return createApi()
    .openapi(reaction, async (c) => {
      const { emoji } = c.req.valid('json');
      await react(context, c.var.person.uid, c.req.valid('param').id, emoji, c.var.network);
      return c.json({ ok: true as const }, 200);
    })
    .openapi(remove, async (c) => {
      const deleteIt = c.req.valid('json').for === 'both' ? deleteForBoth : deleteForMe;
      await deleteIt(context, c.var.person.uid, c.req.valid('param').id, c.var.network);
      return c.json({ ok: true as const }, 200);
    });
}
