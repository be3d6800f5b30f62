import type { z } from 'zod';
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
import { type Calls, createCalls } from '#server/http/calls.ts';
import { answerAsk, handOver, markAskSeen, markReached } from './answer-ask.ts';
import { answerByLink, lookAtLink } from './answer-by-link.ts';
import { getFriendsAsks } from './friends-asks.ts';
import { getReach } from './get-reach.ts';
import { changeAsk, holdAsk } from './own/change-ask.ts';
import { closeAsk, stillSo } from './own/close-ask.ts';
import { getOwnAsk } from './own/own-ask.ts';
import { askAgain, tellSlip } from './own/text-friends.ts';
import { getUndoneChoice, undoChoice } from './own/undo-choice.ts';

/** An ask that is not there, not yours or not asked of you is `not_found`, alike. */
export function asksRoutes(context: Context) {
  const calls = createCalls(context);
  calls.signedIn('get', '/asks', { answer: asksSchema, says: 'Your ask, and those of friends' }, async ({ uid }) => {
    const [mine, friends, undone] = await Promise.all([
      getOwnAsk(context, uid),
      getFriendsAsks(context.pool, uid),
      getUndoneChoice(context.pool, uid),
    ]);
    return { mine, friends, undone };
  });
  calls.signedIn(
    'get',
    '/asks/reach',
    { answer: reachSchema, says: 'Whom a choice of Purple or Dark would ask' },
    ({ uid }) => getReach(context, uid),
  );
  calls.signedIn(
    'post',
    '/asks/{id}/undo',
    { params: askIdSchema, answer: undoneSchema, says: 'Your newest choice is taken back' },
    ({ uid, params }) => undoChoice(context, uid, params.id),
  );
  const own = about(context, calls, myAskSchema, async (uid) => ({ mine: await getOwnAsk(context, uid) }));
  own('post', '/again', 'Those who have not answered are texted once more', askAgain);
  own('post', '/slip', 'Those who were texted before you undid it are told that it was a slip', tellSlip);
  own('post', '/still', 'You still feel this way', stillSo);
  own('patch', '', 'What would help, or whom you ask, is changed', changeAsk, changeAskSchema);
  own('post', '/hold', 'It opens later, while you choose whom to ask', holdAsk, holdSchema);
  own('post', '/close', 'You are better', closeAsk, closeAskSchema);
  const friends = about(context, calls, friendsAsksSchema, async (uid) => ({
    friends: await getFriendsAsks(context.pool, uid),
  }));
  friends('post', '/hand-over', 'The others are asked to take over', handOver);
  friends('post', '/reached', 'You got to reach your friend. They are not told', markReached);
  friends('post', '/seen', 'You have seen it', markAskSeen);
  friends('put', '/answer', 'Your answer to a friend', answerAsk, answerAskSchema);
  calls.open(
    'post',
    '/asks/link',
    { body: answerCodeSchema, answer: linkedAskSchema, says: 'What the link in a text shows' },
    ({ body, network }) => lookAtLink(context, body.code, network),
  );
  calls.open(
    'post',
    '/asks/link/answer',
    { body: answerByLinkSchema, answer: linkedAskSchema, says: 'The answer of the friend who got the text' },
    ({ body: { code, ...answer }, network }) => answerByLink(context, code, answer, network),
  );
  return calls.api;
}

/** Adds calls that change one ask, and then answer with `read`. */
function about<Answer>(
  context: Context,
  { signedIn }: Calls,
  answer: z.ZodType<Answer>,
  read: (uid: string) => Promise<NoInfer<Answer>>,
) {
  return <Body = undefined>(
    method: 'post' | 'put' | 'patch',
    path: string,
    says: string,
    work: (context: Context, uid: string, id: string, body: NoInfer<Body>) => Promise<void>,
    body?: z.ZodType<Body>,
  ) =>
    signedIn(
      method,
      `/asks/{id}${path}`,
      { params: askIdSchema, answer, says, ...(body && { body }) },
      async ({ uid, params, body }) => {
        await work(context, uid, params.id, body);
        return read(uid);
      },
    );
}
