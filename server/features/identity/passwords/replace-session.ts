import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, isAPIError } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { ProductError } from '#contract/errors.ts';
import { CHANGE_PASSWORD, isCallTo } from '../provider/allowed-calls.ts';

/**
 * Gives the browser that chose a new password a session. The provider's `revokeOtherSessions` makes it before the new credential
 * version is known, and the database refuses it.
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
