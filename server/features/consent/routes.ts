import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { doneSchema } from '#contract/account.ts';
import {
  blockedPersonSchema,
  changeFriendControlsSchema,
  friendControlsSchema,
  removeFriendSchema,
} from '#contract/consent.ts';
import { uidSchema } from '#contract/inputs.ts';
import type { Context } from '#server/context.ts';
import type { SignedInPerson } from '#server/features/identity/index.ts';
import { createApi } from '#server/http/api.ts';
import { jsonBody, responses } from '#server/http/describe-call.ts';
import { requireOwnUid } from '#server/http/require-own-uid.ts';
import { requirePerson } from '#server/http/require-person.ts';
import { type LeasedLimit, LIMITS } from '#server/limits/index.ts';
import { listBlocked, unblock } from './blocks.ts';
import { changeControls, getControls } from './controls.ts';
import { blockPerson, removeFriend } from './remove-friend.ts';

const calls = (context: Context) => {
  const middleware = requirePerson(context.identity);
  const params = z.object({ uid: uidSchema, otherUid: uidSchema });
  const path = '/users/{uid}/connections/{otherUid}';
  return {
    controls: createRoute({
      ...{ method: 'get', path: `${path}/controls`, middleware, request: { params } },
      responses: responses(friendControlsSchema, 'What you have set about a friend'),
    }),
    change: createRoute({
      ...{ method: 'patch', path: `${path}/controls`, middleware },
      request: { params, body: jsonBody(changeFriendControlsSchema) },
      responses: responses(friendControlsSchema, 'What you have set about a friend, as it is now'),
    }),
    remove: createRoute({
      ...{ method: 'delete', path, middleware, request: { params, query: removeFriendSchema } },
      responses: responses(doneSchema, 'You are not connected any more'),
    }),
    blocked: createRoute({
      ...{ method: 'get', path: '/users/{uid}/blocks', middleware },
      request: { params: z.object({ uid: uidSchema }) },
      responses: responses(z.array(blockedPersonSchema), 'Those whom you have blocked, the last one first'),
    }),
    block: createRoute({
      ...{ method: 'put', path: '/users/{uid}/blocks/{otherUid}', middleware, request: { params } },
      responses: responses(doneSchema, 'Neither of you finds the other any more'),
    }),
    unblock: createRoute({
      ...{ method: 'delete', path: '/users/{uid}/blocks/{otherUid}', middleware, request: { params } },
      responses: responses(doneSchema, 'You have not blocked that person, whether or not you had before'),
    }),
  } as const;
};

interface OwnCall {
  req: { valid(from: 'param'): { uid: string; otherUid: string } };
  var: { person: SignedInPerson };
}

/** The calls by which a person decides about a friend. Another person's uid is answered with `not_found`. */
export function consentRoutes(context: Context) {
  const { controls, change, remove, blocked, block, unblock: unblockCall } = calls(context);
  /** The two people in the path. Changes are counted. @throws {ProductError} not_found, too_many */
  const own = async (c: OwnCall, limit?: LeasedLimit): Promise<[string, string]> => {
    const uid = requireOwnUid(c);
    if (limit) await context.limits.consume(limit, uid);
    return [uid, c.req.valid('param').otherUid];
  };
  return createApi()
    .openapi(controls, async (c) => c.json(await getControls(context, ...(await own(c))), 200))
    .openapi(change, async (c) => {
      const pair = await own(c, LIMITS.muteOrHide.person);
      return c.json(await changeControls(context, ...pair, c.req.valid('json')), 200);
    })
    .openapi(remove, async (c) => {
      await removeFriend(
        context,
        ...(await own(c, LIMITS.removeOrBlock.person)),
        c.req.valid('query').block === 'true',
      );
      return c.json({ ok: true as const }, 200);
    })
    .openapi(blocked, async (c) => {
      return c.json(await listBlocked(context.pool, requireOwnUid(c)), 200);
    })
    .openapi(block, async (c) => {
      await blockPerson(context, ...(await own(c, LIMITS.removeOrBlock.person)));
      return c.json({ ok: true as const }, 200);
    })
    .openapi(unblockCall, async (c) => {
      await unblock(context.pool, ...(await own(c, LIMITS.muteOrHide.person)));
      return c.json({ ok: true as const }, 200);
    });
}
