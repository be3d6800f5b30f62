import { inviteCodeSchema, inviterSchema, inviteSchema } from '#contract/account/invites.ts';
import { connectionEntrySchema } from '#contract/views.ts';
import type { Context } from '#server/context.ts';
import { createCalls } from '#server/http/calls.ts';
import { LIMITS } from '#server/limits/index.ts';
import { acceptInvite } from './accept-invite.ts';
import { findInviter } from './find-inviter.ts';
import { getInvite, renewInvite } from './own-invite.ts';

export function invitesRoutes(context: Context) {
  const { api, open, own, ownWithin, signedIn } = createCalls(context);
  own(
    'get',
    '/users/{uid}/invite',
    { answer: inviteSchema, says: 'Your link; a new one, when there is none or the last one has ended' },
    ({ uid }) => getInvite(context, uid),
  );
  ownWithin(LIMITS.changeSettings.person)(
    'post',
    '/users/{uid}/invite',
    { answer: inviteSchema, says: 'Your new link. The old one has stopped' },
    ({ uid }) => renewInvite(context, uid),
  );
  open(
    'post',
    '/invites/look',
    { body: inviteCodeSchema, answer: inviterSchema, says: 'Who invites with this code' },
    async ({ body, network, c }) => {
      const person = await context.identity.findPerson(c.req.header('cookie'));
      for (const cookie of person?.renewedCookies ?? []) c.header('set-cookie', cookie, { append: true });
      const inviter = await findInviter(context, body.code, person?.uid ?? null, network);
      return { firstname: inviter.firstname, lastname: inviter.lastname, connects: inviter.connects };
    },
  );
  signedIn(
    'post',
    '/invites/accept',
    {
      body: inviteCodeSchema,
      answer: connectionEntrySchema,
      says: 'The connection with the person who invited you, as your list shows it',
    },
    ({ person, body, network }) => acceptInvite(context, person, body.code, network),
  );
  return api;
}
