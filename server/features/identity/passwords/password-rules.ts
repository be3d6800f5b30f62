import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { haveIBeenPwned } from 'better-auth/plugins/haveibeenpwned';
import { CHANGE_PASSWORD, isCallTo, SIGN_UP } from '../provider/allowed-calls.ts';
import { isCommonPassword } from './common-passwords.ts';

/** The provider's own message. Its plugin would ask a service on the internet; ours uses a list. */
const COMPROMISED = haveIBeenPwned().$ERROR_CODES.PASSWORD_COMPROMISED;

/** Refuses common passwords at sign-up and for a new password, and makes a new password end all other sessions. */
export const passwordRules = {
  id: 'password-rules',
  hooks: {
    before: [
      {
        matcher: isCallTo(SIGN_UP, CHANGE_PASSWORD),
        handler: createAuthMiddleware(async ({ path, body }) => {
          const chosen: unknown = path === CHANGE_PASSWORD ? body?.newPassword : body?.password;
          if (typeof chosen === 'string' && (await isCommonPassword(chosen)))
            throw new APIError('BAD_REQUEST', COMPROMISED);
          return path === CHANGE_PASSWORD ? { context: { body: { revokeOtherSessions: true } } } : undefined;
        }),
      },
    ],
  },
} satisfies BetterAuthPlugin;
