import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, isAPIError } from 'better-auth/api';

/**
 * The provider's answers tell who somebody is, and no more. It would add the session with its token and address, which
 * no page needs: the cookie bears it, where no script can read it.
 */
export const omitSessionToken = {
  id: 'moodring-tokens-in-cookies',
  hooks: {
    after: [
      {
        // The server itself asks without a request, and gets all.
        matcher: ({ request }) => request !== undefined,
        handler: createAuthMiddleware(async (ctx) => {
          const { returned } = ctx.context;
          if (isAPIError(returned) || !hasUser(returned)) return;
          return ctx.json({ user: returned.user });
        }),
      },
    ],
  },
} satisfies BetterAuthPlugin;

function hasUser(returned: unknown): returned is { user: unknown } {
  return typeof returned === 'object' && returned !== null && 'user' in returned;
}
