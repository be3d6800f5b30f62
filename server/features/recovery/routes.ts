import type { Context as HonoContext } from 'hono';
import {
  changeEmailSchema,
  codeTicketSchema,
  confirmedEmailSchema,
  forgotSchema,
  linkOwnerSchema,
  linkSchema,
  noInputSchema,
  provePhoneSchema,
  recoverySchema,
  resetByCodeSchema,
  resetByLinkSchema,
} from '#contract/account/recovery.ts';
import { ownPasswordSchema } from '#contract/account.ts';
import type { Context } from '#server/context.ts';
import { allowProvider } from '#server/features/identity/index.ts';
import type { ApiEnvironment } from '#server/http/api.ts';
import { createCalls } from '#server/http/calls.ts';
import { wordsOf } from '#server/languages.ts';
import { clientSite } from '#server/network/client-network.ts';
import { askForNewEmail } from './email/change-email.ts';
import { askForConfirmation, confirmEmail } from './email/confirm-email.ts';
import { getRecovery } from './get-recovery.ts';
import type { Caller } from './limit-tries.ts';
import { resetByCode } from './password/reset-by-code.ts';
import { findLinkOwner, resetByLink } from './password/reset-by-link.ts';
import { sendResetCode, sendResetLink } from './password/send-reset.ts';
import { provePhone, sendProofCode } from './phone/prove-phone.ts';

/** Ways back into an account, and the proofs that they rest on (docs/decisions/0021-recovery.md). */
export function recoveryRoutes(context: Context) {
  const { api, open, own, signedIn } = createCalls(context);
  const callerOf = (c: HonoContext<ApiEnvironment>): Caller => ({
    cookies: c.req.header('cookie'),
    address: c.var.address,
    network: c.var.network,
    site: clientSite(c.var.address),
  });
  open(
    'post',
    '/recovery/link',
    { body: forgotSchema, says: 'If an account has this email, a link is on its way' },
    ({ body, c }) => sendResetLink(context, body.email, callerOf(c)),
  );
  open(
    'post',
    '/recovery/code',
    { body: forgotSchema, answer: codeTicketSchema, says: 'If it has a proven phone, a code is on its way' },
    async ({ body, c }) => ({ ticket: await sendResetCode(context, body.email, callerOf(c)) }),
  );
  open(
    'post',
    '/recovery/link/owner',
    { body: linkSchema, answer: linkOwnerSchema, says: 'Whose password the link changes' },
    async ({ body, c }) => ({ email: await findLinkOwner(context, body.token, callerOf(c)) }),
  );
  open(
    'post',
    '/recovery/password',
    { body: resetByLinkSchema, says: 'The password is changed, all sessions end' },
    async ({ body, c }) => {
      c.header('set-cookie', await resetByLink(context, body, callerOf(c)), { append: true });
    },
  );
  open(
    'post',
    '/recovery/password/code',
    { body: resetByCodeSchema, says: 'The same, by a code' },
    async ({ body, c }) => {
      c.header('set-cookie', await resetByCode(context, body, callerOf(c)), { append: true });
    },
  );
  signedIn(
    'post',
    '/recovery/email',
    { body: linkSchema, answer: confirmedEmailSchema, says: 'The email is confirmed, and your account’s' },
    async ({ uid, body, c }) => ({ email: await confirmEmail(context, uid, body.token, callerOf(c)) }),
  );
  own(
    'get',
    '/users/{uid}/recovery',
    { answer: recoverySchema, says: 'Your ways back into your account' },
    ({ uid, c }) => getRecovery(context, uid, wordsOf(c.var.language)),
  );
  own(
    'delete',
    '/users/{uid}/provider',
    { says: 'The other provider lets nobody in any more, and your other sessions end' },
    ({ uid, person }) => context.identity.unlinkProvider(uid, person.sessionId),
  );
  own(
    'put',
    '/users/{uid}/provider',
    { body: ownPasswordSchema, says: 'The other provider may let you in again' },
    async ({ uid, body, c }) => {
      await context.identity.checkPassword(c.req.header('cookie'), body.password, c.var.address);
      await allowProvider(context.pool, uid);
    },
  );
  own(
    'post',
    '/users/{uid}/email',
    { body: changeEmailSchema, says: 'A link is on its way to the new address' },
    ({ uid, body, c }) => askForNewEmail(context, uid, body, callerOf(c)),
  );
  own(
    'post',
    '/users/{uid}/email/confirmation',
    { body: noInputSchema, says: 'A link is on its way to your email' },
    ({ uid, c }) => askForConfirmation(context, uid, callerOf(c)),
  );
  own(
    'post',
    '/users/{uid}/phone/code',
    { body: noInputSchema, says: 'A code is on its way to your phone' },
    ({ uid, c }) => sendProofCode(context, uid, callerOf(c)),
  );
  own(
    'post',
    '/users/{uid}/phone/proof',
    { body: provePhoneSchema, says: 'Your phone is proven' },
    ({ uid, body, c }) => provePhone(context, uid, body, callerOf(c)),
  );
  return api;
}
