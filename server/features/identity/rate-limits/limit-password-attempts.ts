import { createHash } from 'node:crypto';
import { getSessionFromCtx } from 'better-auth/api';
import { type Count, LIMITS, type Limits } from '#server/limits/index.ts';
import { clientNetwork } from '#server/network/client-network.ts';
import type { PasswordHashing } from '../passwords/password-hashing.ts';
import {
  addressOf,
  after,
  before,
  CHANGE_PASSWORD,
  type HookContext,
  SIGN_IN,
  SIGN_INS,
  VERIFY_PASSWORD,
} from '../provider/allowed-calls.ts';
import { getCredentialVersion, getPayer } from '../provider/credential-version.ts';
import { accountsOfDevice, markKnownDevice } from './device-cookie.ts';

type Hashing = Pick<PasswordHashing, 'markKnown'>;
type Session = Record<'session' | 'user', { id: string }>;

/** Call it before a signed-in person's password is checked. @throws {ProductError} too_many */
export async function countPasswordCheck(limits: Limits, hashing: Hashing, { session, user }: Session): Promise<void> {
  await limits.count([LIMITS.password.session, session.id], [LIMITS.password.signedIn, user.id]);
  hashing.markKnown(user.id);
}

/**
 * Limits attempts at an account before the password is checked. Known browsers have a limit of their own, so strangers lock
 * nobody out; others also count for their network. A success undoes its count. Unknown emails count alike.
 */
export function limitPasswordAttempts(limits: Limits, hashing: Hashing) {
  return [
    before('limit-sign-in', [SIGN_IN], async (ctx) => {
      const attempt = await attemptOf(ctx);
      const isKnown = attempt?.[0] === LIMITS.password.knownDevice;
      const network = clientNetwork(addressOf(ctx));
      if (!isKnown) await limits.count([LIMITS.logIn.network, network]);
      if (attempt) await limits.count(attempt);
      if (isKnown) hashing.markKnown(getPayer(ctx)!);
    }),
    before('limit-password-checks', [CHANGE_PASSWORD, VERIFY_PASSWORD], async (ctx) => {
      const session = await getSessionFromCtx(ctx);
      if (session) await countPasswordCheck(limits, hashing, session);
    }),
    after('undo-right-password', [SIGN_IN], async (ctx) => {
      const attempt = await attemptOf(ctx);
      if (attempt && ctx.context.newSession) await limits.undo(...attempt);
    }),
    after('mark-known-device', [...SIGN_INS, CHANGE_PASSWORD], async (ctx) => {
      const credentialVersion = getCredentialVersion(ctx);
      if (credentialVersion && ctx.context.newSession) await markKnownDevice(ctx, credentialVersion);
    }),
  ];
}

async function attemptOf(ctx: HookContext): Promise<Count | undefined> {
  const { email } = (ctx.body ?? {}) as Record<string, unknown>;
  if (typeof email !== 'string') return;
  const credentialVersion = getCredentialVersion(ctx);
  const known = accountsOfDevice(ctx.context, ctx.headers?.get('cookie')).find(
    (account) => account.credentialVersion === credentialVersion,
  );
  if (!known) return [LIMITS.password.account, accountKey(email)];
  return [LIMITS.password.knownDevice, known.deviceId ?? accountKey(email)];
}

/** Identifies an email's account, also one that does not exist. A hash: short, of fixed length, and no email. */
export function accountKey(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('base64url').slice(0, 22);
}
