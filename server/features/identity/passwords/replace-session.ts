import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, isAPIError } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { ProductError } from '#contract/errors.ts';
import { CHANGE_PASSWORD, isCallTo } from '../provider/allowed-calls.ts';

/**
 * Gives the browser that has chosen a new password a new session. The trigger `accounts_generation` has ended all
 * sessions of the old one. The provider's own `revokeOtherSessions` makes the session inside the transaction, where the new
 * credential version is not known yet, and then the database refuses it.
 */
export const replaceSession = {
  id: 'replace-session',
  hooks: {
    after: [
      {
        matcher: isCallTo(CHANGE_PASSWORD),
        handler: createAuthMiddleware(async (ctx) => {
          const { returned, session: old, internalAdapter } = ctx.context;
          if (isAPIError(returned) || !old) return;
          const session = await internalAdapter.createSession(old.user.id);
          if (!session) throw new ProductError('not_signed_in', 'You were signed out everywhere meanwhile.');
          await setSessionCookie(ctx, { session, user: old.user });
        }),
      },
    ],
  },
} satisfies BetterAuthPlugin;
