import { z } from 'zod';
import {
  blockedPersonSchema,
  changeFriendControlsSchema,
  friendControlsSchema,
  removeFriendSchema,
} from '#contract/consent.ts';
import { uidSchema } from '#contract/inputs.ts';
import type { Context } from '#server/context.ts';
import { createCalls } from '#server/http/calls.ts';
import { LIMITS } from '#server/limits/index.ts';
import { listBlocked, unblock } from './blocks.ts';
import { changeControls, getControls } from './controls.ts';
import { blockPerson, removeFriend } from './remove-friend.ts';

/** Another person's uid is answered with `not_found`. */
export function consentRoutes(context: Context) {
  const { pool } = context;
  const { api, own, ownWithin } = createCalls(context);
  const deciding = ownWithin(LIMITS.muteOrHide.person);
  const removing = ownWithin(LIMITS.removeOrBlock.person);
  const params = z.object({ otherUid: uidSchema });
  const friend = '/users/{uid}/connections/{otherUid}';
  const blocked = '/users/{uid}/blocks/{otherUid}';
  own(
    'get',
    `${friend}/controls`,
    { params, answer: friendControlsSchema, says: 'What you have set about a friend' },
    ({ uid, params }) => getControls(pool, uid, params.otherUid),
  );
  deciding(
    'patch',
    `${friend}/controls`,
    {
      params,
      body: changeFriendControlsSchema,
      answer: friendControlsSchema,
      says: 'What you have set about a friend, as it is now',
    },
    ({ uid, params, body }) => changeControls(context, uid, params.otherUid, body),
  );
  removing(
    'delete',
    friend,
    { params, query: removeFriendSchema, says: 'You are not connected any more' },
    ({ uid, params, query }) => removeFriend(context, uid, params.otherUid, query.block === 'true'),
  );
  own(
    'get',
    '/users/{uid}/blocks',
    { answer: z.array(blockedPersonSchema), says: 'Those whom you have blocked, the last one first' },
    ({ uid }) => listBlocked(pool, uid),
  );
  removing('put', blocked, { params, says: 'Neither of you finds the other any more' }, ({ uid, params }) =>
    blockPerson(context, uid, params.otherUid),
  );
  deciding(
    'delete',
    blocked,
    { params, says: 'You have not blocked that person, whether or not you had before' },
    ({ uid, params }) => unblock(pool, uid, params.otherUid),
  );
  return api;
}
