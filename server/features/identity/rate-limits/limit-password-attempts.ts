import { createHash } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { type Count, LIMITS, type Limits } from '#server/limits/index.ts';
import { CLIENT_ADDRESS_HEADER } from '#server/network/client-address.ts';
import { clientNetwork } from '#server/network/client-network.ts';
import type { PasswordHashing } from '../passwords/password-hashing.ts';
import {
  CHANGE_PASSWORD,
  type HookContext,
  isCallTo,
  SIGN_IN,
  SIGN_IN_BY_PASSKEY,
  VERIFY_PASSWORD,
} from '../provider/allowed-calls.ts';
import { getCredentialVersion } from '../provider/credential-version.ts';
import { findKnownAccount, markKnownDevice } from './device-cookie.ts';

/**
 * Limits password attempts at an account, from any number of addresses, before a password is checked. A browser that has signed in
 * to it has a limit of its own, so strangers do not lock a person out. A successful sign-in undoes its count. Emails without an
 * account count alike, and other browsers also count for their network.
 */
export function limitPasswordAttempts(limits: Limits, hashing: Pick<PasswordHashing, 'markKnown'>) {
  return {
    id: 'limit-password-attempts',
    hooks: {
      before: [
        {
          matcher: isCallTo(SIGN_IN),
          handler: createAuthMiddleware(async (ctx) => {
            const attempt = await attemptOf(ctx);
            const isKnown = attempt?.[0] === LIMITS.password.knownDevice;
            const network = clientNetwork(ctx.headers?.get(CLIENT_ADDRESS_HEADER) ?? '');
            if (!isKnown) await limits.count([LIMITS.logIn.network, network]);
            if (attempt) await limits.count(attempt);
            if (isKnown) hashing.markKnown(getCredentialVersion(ctx)!);
          }),
        },
        {
          matcher: isCallTo(CHANGE_PASSWORD, VERIFY_PASSWORD),
          handler: createAuthMiddleware(async (ctx) => {
            const session = await getSessionFromCtx(ctx);
            if (!session) return;
            await limits.count([LIMITS.password.signedIn, session.user.id]);
            hashing.markKnown(session.user.id);
          }),
        },
      ],
      after: [
        {
          matcher: isCallTo(SIGN_IN),
          handler: createAuthMiddleware(async (ctx) => {
            const attempt = await attemptOf(ctx);
            if (attempt && ctx.context.newSession) await limits.undo(...attempt);
          }),
        },
        {
          matcher: isCallTo(SIGN_IN, SIGN_IN_BY_PASSKEY, CHANGE_PASSWORD),
          handler: createAuthMiddleware(async (ctx) => {
            const credentialVersion = getCredentialVersion(ctx);
            if (credentialVersion && ctx.context.newSession) await markKnownDevice(ctx, credentialVersion);
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

async function attemptOf(ctx: HookContext): Promise<Count | undefined> {
  const { email } = (ctx.body ?? {}) as Record<string, unknown>;
  if (typeof email !== 'string') return;
  const credentialVersion = getCredentialVersion(ctx);
  const known = credentialVersion && (await findKnownAccount(ctx, credentialVersion));
  if (!known) return [LIMITS.password.account, accountKey(email)];
  return [LIMITS.password.knownDevice, known.deviceId ?? accountKey(email)];
}

/** Identifies an email's account, also one that does not exist. A hash: short, of fixed length, and no email. */
export function accountKey(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('base64url').slice(0, 22);
}
