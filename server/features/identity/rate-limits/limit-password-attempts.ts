import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import {
  type Count,
  type Limits,
  PASSWORD_TRIES,
  PASSWORD_TRIES_AT_HOME,
  PASSWORD_TRIES_INSIDE,
} from '#server/limits/index.ts';
import { credentialVersionOfCall } from '../provider/credential-version-of-call.ts';
import { accountKey } from './account-key.ts';
import { isKnownDevice, rememberDevice } from './device-cookie.ts';

type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

const isSignIn = ({ path }: { path?: string }) => path === '/sign-in/email';
const asksForPasswordAgain = ({ path = '' }: { path?: string }) =>
  ['/change-password', '/delete-user', '/verify-password'].includes(path);

/**
 * Limits the passwords that are tried at one account, from however many addresses: beyond the limit a password is not
 * even looked at. The browsers in which somebody has signed in to the account before have an allowance of their own, one
 * for all of them (a "device cookie" makes them known), so nobody can lock a person out of their account by guessing. A
 * right password gives its place back once it has been looked at. It is all the same for an email without an account.
 */
export function limitPasswordAttempts(limits: Limits) {
  return {
    id: 'limit-guessing',
    hooks: {
      before: [
        {
          matcher: isSignIn,
          handler: createAuthMiddleware(async (ctx) => {
            const tries = await triesOf(ctx);
            if (tries) await limits.count(tries);
          }),
        },
        {
          matcher: asksForPasswordAgain,
          handler: createAuthMiddleware(async (ctx) => {
            const session = await getSessionFromCtx(ctx);
            if (session) await limits.count([PASSWORD_TRIES_INSIDE, session.user.id]);
          }),
        },
      ],
      after: [
        {
          matcher: isSignIn,
          handler: createAuthMiddleware(async (ctx) => {
            const tries = await triesOf(ctx);
            if (tries && ctx.context.newSession) await limits.undo(...tries);
          }),
        },
        {
          matcher: (ctx) => isSignIn(ctx) || ctx.path === '/change-password',
          handler: createAuthMiddleware(async (ctx) => {
            const generation = credentialVersionOfCall.get(ctx);
            if (generation && ctx.context.newSession) await rememberDevice(ctx, generation);
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

/** Which limit a try counts to; undefined for what the provider refuses without looking for a password. */
async function triesOf(ctx: HookContext): Promise<Count | undefined> {
  const { email } = (ctx.body ?? {}) as Record<string, unknown>;
  if (typeof email !== 'string') return;
  const generation = credentialVersionOfCall.get(ctx);
  const isAtHome = generation !== undefined && (await isKnownDevice(ctx, generation));
  return [isAtHome ? PASSWORD_TRIES_AT_HOME : PASSWORD_TRIES, accountKey(email)];
}
