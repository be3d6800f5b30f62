import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { uidSchema } from '#contract/inputs.ts';
import { inviteCodeSchema, inviterSchema, inviteSchema } from '#contract/invites.ts';
import { connectionEntrySchema } from '#contract/views.ts';
import type { Context } from '#server/context.ts';
import { createApi } from '#server/http/api.ts';
import { jsonBody, responses } from '#server/http/describe-call.ts';
import { requireOwnUid } from '#server/http/require-own-uid.ts';
import { requirePerson } from '#server/http/require-person.ts';
import { LIMITS } from '#server/limits/index.ts';
import { acceptInvite } from './accept-invite.ts';
import { findInviter } from './find-inviter.ts';
import { getInvite, renewInvite } from './own-invite.ts';

const ownUid = z.object({ uid: uidSchema });

const calls = (context: Context) => {
  const middleware = requirePerson(context.identity);
  return {
    own: createRoute({
      method: 'get',
      path: '/users/{uid}/invite',
      middleware,
      request: { params: ownUid },
      responses: responses(inviteSchema, 'Your link; a new one, when there is none or the last one has ended'),
    }),
    renew: createRoute({
      method: 'post',
      path: '/users/{uid}/invite',
      middleware,
      request: { params: ownUid },
      responses: responses(inviteSchema, 'Your new link. The old one has stopped'),
    }),
    look: createRoute({
      method: 'post',
      path: '/invites/look',
      request: { body: jsonBody(inviteCodeSchema) },
      responses: responses(inviterSchema, 'Who invites with this code'),
    }),
    accept: createRoute({
      method: 'post',
      path: '/invites/accept',
      middleware,
      request: { body: jsonBody(inviteCodeSchema) },
      responses: responses(
        connectionEntrySchema,
        'The connection with the person who invited you, as your list shows it',
      ),
    }),
  };
};

/** The calls about invitation links. Another person's uid is answered with `not_found`. */
export function invitesRoutes(context: Context) {
  const { own, renew, look, accept } = calls(context);
  return createApi()
    .openapi(own, async (c) => {
      return c.json(await getInvite(context, requireOwnUid(c)), 200);
    })
    .openapi(renew, async (c) => {
      const uid = requireOwnUid(c);
      await context.limits.count([LIMITS.changeSettings.person, uid]);
      return c.json(await renewInvite(context, uid), 200);
    })
    .openapi(look, async (c) => {
      // An invitation that is used up stays valid for the person who signed up with it.
      const person = await context.identity.findPerson(c.req.header('cookie'));
      for (const cookie of person?.renewedCookies ?? []) c.header('set-cookie', cookie, { append: true });
      const inviter = await findInviter(context, c.req.valid('json').code, person?.uid ?? null, c.var.network);
      return c.json({ firstname: inviter.firstname, lastname: inviter.lastname, connects: inviter.connects }, 200);
    })
    .openapi(accept, async (c) => {
      const { code } = c.req.valid('json');
      return c.json(await acceptInvite(context, c.var.person, code, c.var.network), 200);
    });
}
