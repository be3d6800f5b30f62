import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { doneSchema } from '#contract/account.ts';
import { uidSchema } from '#contract/inputs.ts';
import {
  addPasskeySchema,
  beginPasskeySchema,
  passkeyOptionsSchema,
  passkeySchema,
  renamePasskeySchema,
} from '#contract/passkeys.ts';
import type { Context } from '#server/context.ts';
import { createApi, requestAddress } from '#server/http/api.ts';
import { jsonBody, responses } from '#server/http/describe-call.ts';
import { requireOwnUid } from '#server/http/require-own-uid.ts';
import { requirePerson } from '#server/http/require-person.ts';
import { LIMITS } from '#server/limits/index.ts';
import { listPasskeys, refuseTooManyPasskeys, removePasskey, renamePasskey } from './passkeys.ts';
import { reportNewPasskey } from './report-new-passkey.ts';

const ownUid = z.object({ uid: uidSchema });
const ownPasskey = ownUid.extend({ passkey: uidSchema });

const calls = (context: Context) => {
  const middleware = requirePerson(context.identity);
  return {
    list: createRoute({
      method: 'get',
      path: '/users/{uid}/passkeys',
      middleware,
      request: { params: ownUid },
      responses: responses(z.array(passkeySchema), 'Your passkeys, newest first'),
    }),
    begin: createRoute({
      method: 'post',
      path: '/users/{uid}/passkeys/options',
      middleware,
      request: { params: ownUid, body: jsonBody(beginPasskeySchema) },
      responses: responses(passkeyOptionsSchema, 'What your browser needs to make a passkey, for five minutes'),
    }),
    add: createRoute({
      method: 'post',
      path: '/users/{uid}/passkeys',
      middleware,
      request: { params: ownUid, body: jsonBody(addPasskeySchema) },
      responses: responses(z.array(passkeySchema), 'Your passkeys, with the new one'),
    }),
    rename: createRoute({
      method: 'patch',
      path: '/users/{uid}/passkeys/{passkey}',
      middleware,
      request: { params: ownPasskey, body: jsonBody(renamePasskeySchema) },
      responses: responses(passkeySchema, 'The passkey with its new name'),
    }),
    remove: createRoute({
      method: 'delete',
      path: '/users/{uid}/passkeys/{passkey}',
      middleware,
      request: { params: ownPasskey },
      responses: responses(doneSchema, 'This passkey opens nothing any more, whether or not it did'),
    }),
  };
};

/** The calls of a person's own passkeys. Signing in with one is a call of the identity provider. */
export function passkeyRoutes(context: Context) {
  const { identity, limits } = context;
  const { list, begin, add, rename, remove } = calls(context);
  return createApi()
    .openapi(list, async (c) => c.json(await listPasskeys(context, requireOwnUid(c)), 200))
    .openapi(begin, async (c) => {
      const uid = requireOwnUid(c);
      const cookies = c.req.header('cookie') ?? '';
      const address = requestAddress(c, context.config.trustProxy);
      await identity.checkPassword(cookies, c.req.valid('json').password, address);
      await refuseTooManyPasskeys(context, uid);
      const { options, cookies: set } = await identity.registerPasskey.begin(cookies);
      for (const cookie of set) c.header('set-cookie', cookie, { append: true });
      return c.json(options, 200);
    })
    .openapi(add, async (c) => {
      const uid = requireOwnUid(c);
      await limits.count([LIMITS.changeSettings.person, uid]);
      // Again: a browser can begin many before it finishes the first one.
      await refuseTooManyPasskeys(context, uid);
      const { credential, name } = c.req.valid('json');
      await identity.registerPasskey.finish(c.req.header('cookie') ?? '', credential, name);
      reportNewPasskey(context, uid);
      return c.json(await listPasskeys(context, uid), 200);
    })
    .openapi(rename, async (c) => {
      const uid = requireOwnUid(c);
      await limits.count([LIMITS.changeSettings.person, uid]);
      const change = { uid, id: c.req.valid('param').passkey, name: c.req.valid('json').name };
      return c.json(await renamePasskey(context, change), 200);
    })
    .openapi(remove, async (c) => {
      const uid = requireOwnUid(c);
      await removePasskey(context, uid, c.req.valid('param').passkey);
      return c.json({ ok: true as const }, 200);
    });
}
