import { deleteMessageSchema, messageIdSchema, reactSchema } from '#contract/chat/message-actions.ts';
import type { Context } from '#server/context.ts';
import { createCalls } from '#server/http/calls.ts';
import { deleteForBoth } from './delete-for-both.ts';
import { deleteForMe } from './delete-for-me.ts';
import { react } from './react.ts';

export function messageActionRoutes(context: Context) {
  const { api, signedIn } = createCalls(context);
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
