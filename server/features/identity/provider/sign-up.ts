import { BASE_ERROR_CODES, type BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware, isAPIError } from 'better-auth/api';
import { z } from 'zod';
import { ProductError, SIGN_UP_CLOSED } from '#contract/errors.ts';
import type { Config } from '#server/config.ts';
import { PASSWORD_LENGTH } from '../passwords/password-hashing.ts';
import { type HookContext, isCallTo, SIGN_UP } from './allowed-calls.ts';

const TAKEN = BASE_ERROR_CODES.USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL;

const EMAIL = z.email();

/** Refuses every sign-up while it is closed. Comes first, so the answer does not depend on the email or anything else sent. */
export function closedSignUp(signUp: Config['signUp']) {
  return {
    id: 'closed-sign-up',
    hooks: {
      before: [
        {
          matcher: (ctx) => signUp === 'closed' && isCallTo(SIGN_UP)(ctx),
          handler: createAuthMiddleware(async () => {
            throw new APIError('FORBIDDEN', { code: 'SIGN_UP_CLOSED', message: SIGN_UP_CLOSED });
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

/**
 * Answers a form without email or password in the provider's words. A form that would make no account must not tell whether an
 * email has one, so the password's length is checked here. The provider hides that an email is taken; people must learn it
 * (spec §8): from `refuseTaken` before the call, and from the `after` hook when two sign-ups run at the same time.
 */
export const signUpErrors = {
  id: 'sign-up-errors',
  hooks: {
    before: [
      {
        matcher: isCallTo(SIGN_UP),
        handler: createAuthMiddleware(async (ctx) => {
          const { email, password } = (ctx.body ?? {}) as Record<string, unknown>;
          if (!EMAIL.safeParse(email).success) throw new APIError('BAD_REQUEST', BASE_ERROR_CODES.INVALID_EMAIL);
          const length = typeof password === 'string' ? password.length : 0;
          if (length < PASSWORD_LENGTH.min) throw new APIError('BAD_REQUEST', BASE_ERROR_CODES.PASSWORD_TOO_SHORT);
          if (length > PASSWORD_LENGTH.max) throw new APIError('BAD_REQUEST', BASE_ERROR_CODES.PASSWORD_TOO_LONG);
        }),
      },
    ],
    after: [
      {
        matcher: isCallTo(SIGN_UP),
        handler: createAuthMiddleware(async (ctx) => {
          const { returned, internalAdapter } = ctx.context;
          if (isAPIError(returned)) {
            if (returned.body?.code !== 'FAILED_TO_CREATE_USER') return;
            // The provider gives this error both for a lost race and for a failing database.
            await refuseTaken(ctx);
            throw new ProductError('unavailable');
          }
          const { user } = returned as { user: { id: string } };
          if (!(await internalAdapter.findUserById(user.id))) throw new APIError('UNPROCESSABLE_ENTITY', TAKEN);
        }),
      },
    ],
  },
} satisfies BetterAuthPlugin;

/** @throws {APIError} when an account has this email */
export async function refuseTaken(ctx: HookContext): Promise<void> {
  const { email } = ctx.body as { email: string };
  const found = await ctx.context.internalAdapter.findUserByEmail(email.toLowerCase());
  if (found?.user) throw new APIError('UNPROCESSABLE_ENTITY', TAKEN);
}
