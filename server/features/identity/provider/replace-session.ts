import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';

/** Who signs in where somebody is signed in already takes that session's place: nothing bears its cookie any more but a thief. */
export const replaceOldSession = {
  id: 'moodring-one-session-a-browser',
  hooks: {
    after: [
      {
        matcher: ({ path }) => path === '/sign-in/email',
        handler: createAuthMiddleware(async (ctx) => {
          const { authCookies, secret, internalAdapter, newSession } = ctx.context;
          if (!newSession) return;
          const token = await ctx.getSignedCookie(authCookies.sessionToken.name, secret);
          if (token) await internalAdapter.deleteSession(token);
        }),
      },
    ],
  },
} satisfies BetterAuthPlugin;
