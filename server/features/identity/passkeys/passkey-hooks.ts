import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, isAPIError } from 'better-auth/api';
import { ProductError } from '#contract/errors.ts';
import { isCallTo, PASSKEY_OPTIONS, SIGN_IN_BY_PASSKEY } from '../provider/allowed-calls.ts';

/** Asks devices to check the person, which the plugin only prefers, and answers a lost race like any refused passkey. */
export const passkeyHooks = {
  id: 'passkey-hooks',
  hooks: {
    after: [
      {
        matcher: isCallTo(PASSKEY_OPTIONS),
        handler: createAuthMiddleware(async (ctx) => {
          const { returned } = ctx.context;
          if (isAPIError(returned) || typeof returned !== 'object') return;
          return ctx.json({ ...returned, userVerification: 'required' });
        }),
      },
      {
        matcher: isCallTo(SIGN_IN_BY_PASSKEY),
        handler: createAuthMiddleware(async ({ context: { returned } }) => {
          // The person signed out everywhere meanwhile, so the database has refused the session.
          if (isAPIError(returned) && returned.body?.code === 'UNABLE_TO_CREATE_SESSION')
            throw new ProductError('not_signed_in', 'You were signed out everywhere meanwhile. Please try again.');
        }),
      },
    ],
  },
} satisfies BetterAuthPlugin;
