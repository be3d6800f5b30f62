import { createRoute } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import { z } from 'zod';
import { doneSchema } from '#contract/account.ts';
import { uidSchema } from '#contract/inputs.ts';
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
} from '#contract/recovery.ts';
import type { Context } from '#server/context.ts';
import { type ApiEnvironment, createApi, requestAddress } from '#server/http/api.ts';
import { jsonBody, responses } from '#server/http/describe-call.ts';
import { requireOwnUid } from '#server/http/require-own-uid.ts';
import { requirePerson } from '#server/http/require-person.ts';
import type { Caller } from './caller.ts';
import { askForNewEmail } from './email/change-email.ts';
import { askForConfirmation, confirmEmail } from './email/confirm-email.ts';
import { getRecovery } from './get-recovery.ts';
import { resetByCode } from './password/reset-by-code.ts';
import { findLinkOwner, resetByLink } from './password/reset-by-link.ts';
import { sendResetCode } from './password/send-reset-code.ts';
import { sendResetLink } from './password/send-reset-link.ts';
import { provePhone, sendProofCode } from './phone/prove-phone.ts';

/** A call of somebody without a session. */
const publicCall = <Path extends string, Body extends z.ZodType, Answer extends z.ZodType>(
  path: Path,
  body: Body,
  answer: Answer,
  description: string,
) =>
  createRoute({ method: 'post', path, request: { body: jsonBody(body) }, responses: responses(answer, description) });

const PUBLIC = {
  link: publicCall('/recovery/link', forgotSchema, doneSchema, 'If an account has this email, a link is on its way'),
  code: publicCall('/recovery/code', forgotSchema, codeTicketSchema, 'If it has a proven phone, a code is on its way'),
  owner: publicCall('/recovery/link/owner', linkSchema, linkOwnerSchema, 'Whose password the link changes'),
  byLink: publicCall('/recovery/password', resetByLinkSchema, doneSchema, 'The password is changed, all sessions end'),
  byCode: publicCall('/recovery/password/code', resetByCodeSchema, doneSchema, 'The same, by a code'),
  email: publicCall('/recovery/email', linkSchema, confirmedEmailSchema, 'The email is confirmed, and the account’s'),
};

const ownCalls = (context: Context) => {
  const middleware = requirePerson(context.identity);
  const params = z.object({ uid: uidSchema });
  const own = <Path extends string, Body extends z.ZodType>(path: Path, body: Body, description: string) =>
    createRoute({
      method: 'post',
      path,
      middleware,
      request: { params, body: jsonBody(body) },
      responses: responses(doneSchema, description),
    });
  return {
    recovery: createRoute({
      method: 'get',
      path: '/users/{uid}/recovery',
      middleware,
      request: { params },
      responses: responses(recoverySchema, 'Your ways back into your account'),
    }),
    newEmail: own('/users/{uid}/email', changeEmailSchema, 'A link is on its way to the new address'),
    confirm: own('/users/{uid}/email/confirmation', noInputSchema, 'A link is on its way to your email'),
    sendCode: own('/users/{uid}/phone/code', noInputSchema, 'A code is on its way to your phone'),
    prove: own('/users/{uid}/phone/proof', provePhoneSchema, 'Your phone is proven'),
  };
};

/** Ways back into an account, and the proofs that they rest on (docs/decisions/0021-recovery.md). */
export function recoveryRoutes(context: Context) {
  const { recovery, newEmail, confirm, sendCode, prove } = ownCalls(context);
  const callerOf = (c: HonoContext<ApiEnvironment>): Caller => ({
    cookies: c.req.header('cookie'),
    address: requestAddress(c, context.config.trustProxy),
    network: c.var.network,
  });
  return createApi()
    .openapi(PUBLIC.link, async (c) => {
      await sendResetLink(context, c.req.valid('json').email, callerOf(c));
      return c.json({ ok: true as const }, 200);
    })
    .openapi(PUBLIC.code, async (c) => {
      return c.json({ ticket: await sendResetCode(context, c.req.valid('json').email, callerOf(c)) }, 200);
    })
    .openapi(PUBLIC.owner, async (c) => {
      return c.json({ email: await findLinkOwner(context, c.req.valid('json').token, callerOf(c)) }, 200);
    })
    .openapi(PUBLIC.byLink, async (c) => {
      c.header('set-cookie', await resetByLink(context, c.req.valid('json'), callerOf(c)), { append: true });
      return c.json({ ok: true as const }, 200);
    })
    .openapi(PUBLIC.byCode, async (c) => {
      c.header('set-cookie', await resetByCode(context, c.req.valid('json'), callerOf(c)), { append: true });
      return c.json({ ok: true as const }, 200);
    })
    .openapi(PUBLIC.email, async (c) => {
      return c.json({ email: await confirmEmail(context, c.req.valid('json').token, callerOf(c)) }, 200);
    })
    .openapi(recovery, async (c) => c.json(await getRecovery(context, requireOwnUid(c)), 200))
    .openapi(newEmail, async (c) => {
      await askForNewEmail(context, requireOwnUid(c), c.req.valid('json'), callerOf(c));
      return c.json({ ok: true as const }, 200);
    })
    .openapi(confirm, async (c) => {
      await askForConfirmation(context, requireOwnUid(c), c.var.network);
      return c.json({ ok: true as const }, 200);
    })
    .openapi(sendCode, async (c) => {
      await sendProofCode(context, requireOwnUid(c), c.var.network);
      return c.json({ ok: true as const }, 200);
    })
    .openapi(prove, async (c) => {
      await provePhone(context, requireOwnUid(c), c.req.valid('json').code, callerOf(c));
      return c.json({ ok: true as const }, 200);
    });
}
