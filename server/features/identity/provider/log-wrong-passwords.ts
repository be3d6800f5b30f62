import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api';
import type { SecurityLog } from '#server/logging/security-log.ts';
import { CLIENT_ADDRESS_HEADER } from '#server/network/client-address.ts';

const SIGN_IN = '/sign-in/email';

/** Logs wrong passwords: those of who signs in, the same with an account and without, and of who is signed in already. */
export function logWrongPasswords(securityLog: SecurityLog) {
  return {
    id: 'moodring-tell-refusals',
    hooks: {
      after: [
        {
          matcher: ({ path = '' }) => [SIGN_IN, '/change-password', '/verify-password'].includes(path),
          handler: createAuthMiddleware(async (ctx) => {
            const { returned } = ctx.context;
            if (!isAPIError(returned)) return;
            const address = ctx.headers?.get(CLIENT_ADDRESS_HEADER);
            if (ctx.path === SIGN_IN && returned.statusCode === 401) {
              securityLog.record('sign-in-failed', { address, account: String(ctx.body?.email).toLowerCase() });
            } else if (returned.body?.code === 'INVALID_PASSWORD') {
              const session = await getSessionFromCtx(ctx);
              securityLog.record('password-refused', { address, account: session?.user.id });
            }
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}
