import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { type Limits, PROFILE_CHANGES } from '#server/limits/index.ts';
import { isCallTo, UPDATE_USER } from '../provider/allowed-calls.ts';

/** Limits changes of the profile, together with those of other settings: each one also rewrites the person's search keys. */
export function limitProfileChanges(limits: Limits) {
  return {
    id: 'limit-profile-changes',
    hooks: {
      before: [
        {
          matcher: isCallTo(UPDATE_USER),
          handler: createAuthMiddleware(async (ctx) => {
            const session = await getSessionFromCtx(ctx);
            if (session) await limits.count([PROFILE_CHANGES, session.user.id]);
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}
