import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { type Limits, PROFILE_CHANGES } from '#server/limits/index.ts';

/** Each change of a name or number is written to the search's keys as well, so they are counted with other settings. */
export function limitProfileChanges(limits: Limits) {
  return {
    id: 'moodring-limit-profile-changes',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/update-user',
          handler: createAuthMiddleware(async (ctx) => {
            const session = await getSessionFromCtx(ctx);
            if (session) await limits.count([PROFILE_CHANGES, session.user.id]);
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}
