import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { haveIBeenPwned } from 'better-auth/plugins/haveibeenpwned';
import { isCommonPassword } from './common-passwords.ts';

const CHANGE = '/change-password';

/** The provider's own words. Its plugin would ask a service on the internet; ours asks a list. */
const COMPROMISED = haveIBeenPwned().$ERROR_CODES.PASSWORD_COMPROMISED;

/** Where a password is chosen: no common one; and a new one ends every session that the old one began. */
export const passwordRules = {
  id: 'moodring-passwords',
  hooks: {
    before: [
      {
        matcher: ({ path }) => path === '/sign-up/email' || path === CHANGE,
        handler: createAuthMiddleware(async ({ path, body }) => {
          const chosen: unknown = path === CHANGE ? body?.newPassword : body?.password;
          if (typeof chosen === 'string' && (await isCommonPassword(chosen)))
            throw new APIError('BAD_REQUEST', COMPROMISED);
          return path === CHANGE ? { context: { body: { revokeOtherSessions: true } } } : undefined;
        }),
      },
    ],
  },
} satisfies BetterAuthPlugin;
