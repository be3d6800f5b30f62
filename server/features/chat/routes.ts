import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { markReadSchema, messagePageQuerySchema, messageSearchSchema, sendMessageSchema } from '#contract/inputs.ts';
import { foundMessagesSchema, messagePageSchema, messageSchema } from '#contract/views.ts';
import type { Context } from '#server/context.ts';
import { createApi } from '#server/http/api.ts';
import { jsonBody, responses } from '#server/http/describe-call.ts';
import { requirePerson } from '#server/http/require-person.ts';
import { messageActionRoutes } from './actions/routes.ts';
import { listMessages } from './list-messages.ts';
import { markRead } from './mark-read.ts';
import { sendMessage } from './send-message.ts';

const readThroughSchema = z.object({ through: z.int().nonnegative() });

const calls = (context: Context) => ({
  list: createRoute({
    method: 'get',
    path: '/messages',
    middleware: requirePerson(context.identity),
    request: { query: messagePageQuerySchema },
    responses: responses(messagePageSchema, 'A page of your conversation with a person, oldest first'),
  }),
  search: createRoute({
    // Not GET: logs of proxies keep addresses, and so the words that people look for.
    method: 'post',
    path: '/messages/search',
    middleware: requirePerson(context.identity),
    request: { body: jsonBody(messageSearchSchema) },
    responses: responses(
      foundMessagesSchema,
      'Messages of your conversation with a person that hold a text, newest first',
    ),
  }),
  send: createRoute({
    method: 'post',
    path: '/messages',
    middleware: requirePerson(context.identity),
    request: { body: jsonBody(sendMessageSchema) },
    responses: responses(messageSchema, 'The message, stored'),
  }),
  read: createRoute({
    method: 'post',
    path: '/messages/read',
    middleware: requirePerson(context.identity),
    request: { body: jsonBody(markReadSchema) },
    responses: responses(readThroughSchema, 'The highest seq that became read, 0 when nothing was unread'),
  }),
});

/** The chat's calls. `send` and the live frame `send` call the same function. */
export function chatRoutes(context: Context) {
  const { list, search, send, read } = calls(context);
  return createApi()
    .openapi(list, async (c) => {
      const { with: other, ...page } = c.req.valid('query');
      return c.json(await listMessages(context, c.var.person.uid, other, page), 200);
    })
    .openapi(search, async (c) => {
      const { person, network } = c.var;
      return c.json(await context.messageSearches.find(person.uid, network, c.req.valid('json')), 200);
    })
    .openapi(send, async (c) => c.json(await sendMessage(context, c.var.person.uid, c.req.valid('json')), 200))
    .openapi(read, async (c) => {
      return c.json({ through: await markRead(context, c.var.person.uid, c.req.valid('json').sender) }, 200);
    })
    .route('/', messageActionRoutes(context));
}
