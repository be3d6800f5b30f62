import { isAPIError } from 'better-auth/api';
import { z } from 'zod';
import { ProductError } from '#contract/errors.ts';
import { PASSWORD_LENGTH } from '../passwords/password-hashing.ts';
import { after, before, type HookContext, SIGN_UP } from './allowed-calls.ts';
import { refusal } from './refusals.ts';

const EMAIL = z.email();
const taken = () => refusal('UNPROCESSABLE_ENTITY', 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL');

/**
 * Answers a form without email or password, and a wrong length, whether or not the email is taken. A taken email (spec §8) is
 * told by `refuseTaken`, or by the `after` hook when two sign-ups run at once.
 */
export const signUpErrors = [
  before('check-sign-up', [SIGN_UP], async (ctx) => {
    const { email, password } = (ctx.body ?? {}) as Record<string, unknown>;
    if (!EMAIL.safeParse(email).success) throw refusal('BAD_REQUEST', 'INVALID_EMAIL');
    const length = typeof password === 'string' ? password.length : 0;
    if (length < PASSWORD_LENGTH.min) throw refusal('BAD_REQUEST', 'PASSWORD_TOO_SHORT');
    if (length > PASSWORD_LENGTH.max) throw refusal('BAD_REQUEST', 'PASSWORD_TOO_LONG');
  }),
  after('tell-taken-email', [SIGN_UP], async (ctx) => {
    const { returned, internalAdapter } = ctx.context;
    if (isAPIError(returned)) {
      if (returned.body?.code !== 'FAILED_TO_CREATE_USER') return;
      // The provider gives this error both for a lost race and for a failing database.
      await refuseTaken(ctx);
      throw new ProductError('unavailable');
    }
    const { user } = returned as { user: { id: string } };
    if (!(await internalAdapter.findUserById(user.id))) throw taken();
  }),
];

/** @throws {APIError} when an account has this email */
export async function refuseTaken(ctx: HookContext): Promise<void> {
  const { email } = ctx.body as { email: string };
  const found = await ctx.context.internalAdapter.findUserByEmail(email.toLowerCase());
  if (found?.user) throw taken();
}
