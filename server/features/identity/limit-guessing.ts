import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { type Limits, PASSWORD_TRIES, PASSWORD_TRIES_AT_HOME, PASSWORD_TRIES_INSIDE } from '../../limits/index.ts';
import { accountKey } from './account-key.ts';
import { readDevice, rememberDevice } from './device-cookie.ts';

type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

const isSignIn = ({ path }: { path?: string }) => path === '/sign-in/email';
const asksForPasswordAgain = ({ path = '' }: { path?: string }) =>
  ['/change-password', '/delete-user', '/verify-password'].includes(path);

/**
 * Limits the passwords that are tried at one account, from however many addresses: beyond the limit a password is not
 * even looked at. A browser in which somebody has signed in to the account before has an allowance of its own (a
 * "device cookie"), so nobody can lock a person out of their account by guessing. Only wrong passwords count. It is all
 * the same for an email without an account.
 */
export function limitGuessing(limits: Limits) {
  return {
    id: 'limit-guessing',
    hooks: {
      before: [
        {
          matcher: isSignIn,
          handler: createAuthMiddleware(async (ctx) => {
            const tries = await triesOf(ctx);
            if (tries) await limits.count(...tries);
          }),
        },
        {
          matcher: asksForPasswordAgain,
          handler: createAuthMiddleware(async (ctx) => {
            const session = await getSessionFromCtx(ctx);
            if (session) await limits.count(PASSWORD_TRIES_INSIDE, session.user.id);
          }),
        },
      ],
      after: [
        {
          matcher: isSignIn,
          handler: createAuthMiddleware(async (ctx) => {
            const tries = await triesOf(ctx);
            if (!tries || !ctx.context.newSession) return;
            await limits.giveBack(...tries);
            await rememberDevice(ctx, accountKey(ctx.context.newSession.user.email));
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

/** Which limit a try counts to; undefined for what the provider refuses without looking for a password. */
async function triesOf(ctx: HookContext): Promise<Parameters<Limits['count']> | undefined> {
  const { email } = (ctx.body ?? {}) as Record<string, unknown>;
  if (typeof email !== 'string') return;
  const account = accountKey(email);
  const device = await readDevice(ctx);
  return device?.accounts.includes(account)
    ? [PASSWORD_TRIES_AT_HOME, `${account} ${device.id}`]
    : [PASSWORD_TRIES, account];
}
