import { BASE_ERROR_CODES } from 'better-auth';
import { APIError, createAuthMiddleware, isAPIError } from 'better-auth/api';
import { z } from 'zod';
import { ProductError, SIGN_UP_CLOSED } from '#contract/errors.ts';
import type { Config } from '#server/config.ts';
import { refuseUnstorableBody } from './validate-body.ts';

export const TAKEN = BASE_ERROR_CODES.USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL;

/** What the provider takes for an email, at sign-up and at login. */
const EMAIL = z.email();

/** Looks at nothing that was sent: it is the same for an email with an account and for one without. */
const CLOSED = { code: 'SIGN_UP_CLOSED', message: SIGN_UP_CLOSED };

/**
 * The provider's own words for what a form lacks, in place of its schema's. And sign-up does not sign in: it goes to
 * /login (spec §2). The library then hides that an email is taken, but a person who already has an account must be told
 * (spec §8), whether they come first (`refuseTaken`, once the call is counted) or at the same moment.
 */
export const checkCalls = (signUp: Config['signUp']) => ({
  before: createAuthMiddleware(async (ctx) => {
    if (signUp === 'closed' && ctx.path === '/sign-up/email') throw new APIError('FORBIDDEN', CLOSED);
    refuseUnstorableBody(ctx.body);
    if (ctx.path !== '/sign-up/email') return;
    const { email, password } = (ctx.body ?? {}) as Record<string, unknown>;
    if (!EMAIL.safeParse(email).success) throw new APIError('BAD_REQUEST', BASE_ERROR_CODES.INVALID_EMAIL);
    if (!password) throw new APIError('BAD_REQUEST', BASE_ERROR_CODES.PASSWORD_TOO_SHORT);
  }),
  after: createAuthMiddleware(async (ctx) => {
    const { returned } = ctx.context;
    if (ctx.path !== '/sign-up/email') return;
    if (isAPIError(returned)) {
      if (returned.body?.code !== 'FAILED_TO_CREATE_USER') return;
      if (await isTaken(ctx, ctx.body.email)) throw new APIError('UNPROCESSABLE_ENTITY', TAKEN);
      // The library says the same of a race that was lost and of a database in trouble; this is the latter.
      throw new ProductError('unavailable');
    }
    // Who comes a moment later is shown a made-up person by the library.
    const { user } = returned as { user: { id: string } };
    if (!(await ctx.context.internalAdapter.findUserById(user.id))) throw new APIError('UNPROCESSABLE_ENTITY', TAKEN);
  }),
});

/** @throws {APIError} when an account has this email */
export async function refuseTaken(ctx: HookContext): Promise<void> {
  if (await isTaken(ctx, ctx.body.email)) throw new APIError('UNPROCESSABLE_ENTITY', TAKEN);
}

type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

async function isTaken(ctx: HookContext, email: string): Promise<boolean> {
  return Boolean((await ctx.context.internalAdapter.findUserByEmail(email.toLowerCase()))?.user);
}
