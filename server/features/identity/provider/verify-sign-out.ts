import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, isAPIError } from 'better-auth/api';
import { ProductError } from '#contract/errors.ts';

/**
 * The provider says that somebody is signed out even when the database did not remove the session: whoever kept the
 * cookie could go on with it. So it is looked at once more, and the person is told to try again.
 */
export const verifySignOut = {
  id: 'moodring-sure-sign-out',
  hooks: {
    after: [
      {
        matcher: ({ path }) => path === '/sign-out',
        handler: createAuthMiddleware(async (ctx) => {
          const { authCookies, secret, internalAdapter, returned } = ctx.context;
          // A call that was refused says so itself.
          if (isAPIError(returned)) return;
          const token = await ctx.getSignedCookie(authCookies.sessionToken.name, secret);
          if (token && (await internalAdapter.findSession(token))) throw new ProductError('unavailable');
        }),
      },
    ],
  },
} satisfies BetterAuthPlugin;
