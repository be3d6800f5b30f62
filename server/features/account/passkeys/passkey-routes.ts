import { z } from 'zod';
import {
  addPasskeySchema,
  passkeyOptionsSchema,
  passkeySchema,
  renamePasskeySchema,
} from '#contract/account/passkeys.ts';
import { ownPasswordSchema } from '#contract/account.ts';
import { uidSchema } from '#contract/inputs.ts';
import type { Context } from '#server/context.ts';
import { createCalls } from '#server/http/calls.ts';
import { LIMITS } from '#server/limits/index.ts';
import { listPasskeys, refuseTooManyPasskeys, removePasskey, renamePasskey, reportNewPasskey } from './passkeys.ts';

export function passkeyRoutes(context: Context) {
  const { identity } = context;
  const { api, own, ownWithin } = createCalls(context);
  const path = '/users/{uid}/passkeys';
  const params = z.object({ passkey: uidSchema });
  own('get', path, { answer: z.array(passkeySchema), says: 'Your passkeys, newest first' }, ({ uid }) =>
    listPasskeys(context, uid),
  );
  own(
    'post',
    `${path}/options`,
    {
      body: ownPasswordSchema,
      answer: passkeyOptionsSchema,
      says: 'What your browser needs to make a passkey, for five minutes',
    },
    async ({ uid, body, c }) => {
      const cookies = c.req.header('cookie') ?? '';
      await identity.checkPassword(cookies, body.password, c.var.address);
      await refuseTooManyPasskeys(context, uid);
      const { options, cookies: set } = await identity.registerPasskey.begin(cookies);
      for (const cookie of set) c.header('set-cookie', cookie, { append: true });
      return options;
    },
  );
  ownWithin(LIMITS.changeSettings.person)(
    'post',
    path,
    { body: addPasskeySchema, answer: z.array(passkeySchema), says: 'Your passkeys, with the new one' },
    async ({ uid, body: { credential, name }, c }) => {
      // Again: a browser can begin many before it finishes the first one.
      await refuseTooManyPasskeys(context, uid);
      await identity.registerPasskey.finish(c.req.header('cookie') ?? '', credential, name);
      reportNewPasskey(context, uid);
      return listPasskeys(context, uid);
    },
  );
  ownWithin(LIMITS.changeSettings.person)(
    'patch',
    `${path}/{passkey}`,
    { params, body: renamePasskeySchema, answer: passkeySchema, says: 'The passkey with its new name' },
    ({ uid, params, body }) => renamePasskey(context, { uid, id: params.passkey, name: body.name }),
  );
  own(
    'delete',
    `${path}/{passkey}`,
    { params, says: 'This passkey opens nothing any more, whether or not it did' },
    ({ uid, params }) => removePasskey(context, uid, params.passkey),
  );
  return api;
}
