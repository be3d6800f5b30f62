import { z } from 'zod';
import { deleteMessageSchema, messageIdSchema, reactSchema } from '#contract/chat/message-actions.ts';
import { markReadSchema, messagePageQuerySchema, messageSearchSchema, sendMessageSchema } from '#contract/inputs.ts';
import { foundMessagesSchema, messagePageSchema, messageSchema } from '#contract/views.ts';
import type { Context } from '#server/context.ts';
import { createCalls } from '#server/http/calls.ts';
import { createFairQueue } from '#server/limits/index.ts';
import { deleteForBoth } from './actions/delete-for-both.ts';
import { deleteForMe } from './actions/delete-for-me.ts';
import { react } from './actions/react.ts';
import { listMessages } from './list-messages.ts';
import { markRead } from './mark-read.ts';
import { searchMessages, TURNS } from './search/search-messages.ts';
import { sendMessage } from './send-message.ts';

const readThroughSchema = z.object({ through: z.int().nonnegative() });

export function chatRoutes(context: Context) {
  const { api, signedIn } = createCalls(context);
  const searches = createFairQueue(TURNS);
  signedIn(
    'get',
    '/messages',
    {
      query: messagePageQuerySchema,
      answer: messagePageSchema,
      says: 'A page of your conversation with a person, oldest first',
    },
    ({ uid, query: { with: other, ...page } }) => listMessages(context, uid, other, page),
  );
  signedIn(
    // Not GET: logs of proxies keep addresses, and so the words that people look for.
    'post',
    '/messages/search',
    {
      body: messageSearchSchema,
      answer: foundMessagesSchema,
      says: 'Messages of your conversation with a person that hold a text, newest first',
    },
    ({ person, body, network }) => searchMessages(context, searches, person, network, body),
  );
  signedIn(
    'post',
    '/messages',
    { body: sendMessageSchema, answer: messageSchema, says: 'The message, stored' },
    ({ uid, body }) => sendMessage(context, uid, body),
  );
  signedIn(
    'post',
    '/messages/read',
    {
      body: markReadSchema,
      answer: readThroughSchema,
      says: 'The highest seq that became read, 0 when nothing was unread',
    },
    async ({ uid, body }) => ({ through: await markRead(context, uid, body.sender) }),
  );
  signedIn(
    'put',
    '/messages/{id}/reaction',
    { params: messageIdSchema, body: reactSchema, says: 'Your reaction to the message is this one, or none' },
    ({ uid, params, body, network }) => react(context, uid, params.id, body.emoji, network),
  );
  signedIn(
    'post',
    '/messages/{id}/delete',
    { params: messageIdSchema, body: deleteMessageSchema, says: 'The message is deleted for you, or for both of you' },
    ({ uid, params, body, network }) => {
      const deleteIt = body.for === 'both' ? deleteForBoth : deleteForMe;
      return deleteIt(context, uid, params.id, network);
    },
  );
  return api;
}
