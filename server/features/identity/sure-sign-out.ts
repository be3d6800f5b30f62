import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import { ProductError } from '#contract/errors.ts';

/**
 * The provider says that somebody is signed out even when the database did not remove the session: whoever kept the
 * cookie could go on with it. So it is looked at once more, and the person is told to try again.
 */
export const sureSignOut = {
  id: 'moodring-sure-sign-out',
  hooks: {
    after: [
      {
        matcher: ({ path }) => path === '/sign-out',
        handler: createAuthMiddleware(async (ctx) => {
          const { authCookies, secret, internalAdapter } = ctx.context;
          const token = await ctx.getSignedCookie(authCookies.sessionToken.name, secret);
          if (token && (await internalAdapter.findSession(token))) throw new ProductError('unavailable');
        }),
      },
    ],
  },
} satisfies BetterAuthPlugin;
