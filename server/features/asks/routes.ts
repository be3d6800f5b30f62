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
  addOwnCalls(context, calls);
  addFriendsCalls(context, calls);
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

/** They answer with the ask as it is afterwards. */
function addOwnCalls(context: Context, { signedIn }: Calls): void {
  const ask = { params: askIdSchema, answer: myAskSchema };
  const mine = async (uid: string) => ({ mine: await getOwnAsk(context, uid) });
  const add = (name: string, says: string, work: (context: Context, uid: string, id: string) => Promise<void>) =>
    signedIn('post', `/asks/{id}/${name}`, { ...ask, says }, async ({ uid, params }) => {
      await work(context, uid, params.id);
      return mine(uid);
    });
  add('again', 'Those who have not answered are texted once more', askAgain);
  add('slip', 'Those who were texted before you undid it are told that it was a slip', tellSlip);
  add('still', 'You still feel this way', stillSo);
  signedIn(
    'post',
    '/asks/{id}/undo',
    { params: askIdSchema, answer: undoneSchema, says: 'Your newest choice is taken back' },
    ({ uid, params }) => undoChoice(context, uid, params.id),
  );
  signedIn(
    'patch',
    '/asks/{id}',
    { ...ask, body: changeAskSchema, says: 'What would help, or whom you ask, is changed' },
    async ({ uid, params, body }) => {
      await changeAsk(context, uid, params.id, body);
      return mine(uid);
    },
  );
  signedIn(
    'post',
    '/asks/{id}/hold',
    { ...ask, body: holdSchema, says: 'It opens later, while you choose whom to ask' },
    async ({ uid, params, body }) => {
      await holdAsk(context, uid, params.id, body.seconds);
      return mine(uid);
    },
  );
  signedIn(
    'post',
    '/asks/{id}/close',
    { ...ask, body: closeAskSchema, says: 'You are better' },
    async ({ uid, params, body }) => {
      await closeAsk(context, uid, params.id, body);
      return mine(uid);
    },
  );
}

/** They answer with the asks of friends as they are afterwards. */
function addFriendsCalls(context: Context, { signedIn }: Calls): void {
  const ask = { params: askIdSchema, answer: friendsAsksSchema };
  const friends = async (uid: string) => ({ friends: await getFriendsAsks(context.pool, uid) });
  const add = (name: string, says: string, work: (context: Context, uid: string, id: string) => Promise<void>) =>
    signedIn('post', `/asks/{id}/${name}`, { ...ask, says }, async ({ uid, params }) => {
      await work(context, uid, params.id);
      return friends(uid);
    });
  add('hand-over', 'The others are asked to take over', handOver);
  add('reached', 'You got to reach your friend. They are not told', markReached);
  add('seen', 'You have seen it', markAskSeen);
  signedIn(
    'put',
    '/asks/{id}/answer',
    { ...ask, body: answerAskSchema, says: 'Your answer to a friend' },
    async ({ uid, params, body }) => {
      await answerAsk(context, uid, params.id, body);
      return friends(uid);
    },
  );
}
