import type { Context } from '#server/context.ts';
import { accountKey } from '#server/features/identity/index.ts';
import { type Limit, RateLimitExceeded } from '#server/limits/index.ts';
import type { Caller } from '../limit-tries.ts';

interface RequestLimits {
  network: Limit;
  email: Limit;
  knownDevice: Limit;
}

/** Asked in the background: the answer depends on whether there is an account. */
export type MayAnswer = (account: { credentialVersion: string }) => Promise<boolean>;

/**
 * Counts before the account is looked for. Above an email's limit known browsers go on, checked in the background: strangers
 * neither use up requests nor learn of accounts.
 * @throws {ProductError} too_many, unavailable
 */
export async function limitRequests(
  { identity, limits }: Pick<Context, 'identity' | 'limits'>,
  email: string,
  { cookies, site }: Pick<Caller, 'cookies' | 'site'>,
  of: RequestLimits,
): Promise<MayAnswer> {
  try {
    await limits.count([of.network, site], [of.email, accountKey(email)]);
    return async () => true;
  } catch (error) {
    if (!(error instanceof RateLimitExceeded)) throw error;
    const known = await identity.knownAccounts(cookies);
    if (known.length === 0) throw error;
    await limits.count([of.network, site]);
    return async ({ credentialVersion }) => {
      const account = known.find((each) => each.credentialVersion === credentialVersion);
      if (!account) return false;
      await limits.count([of.knownDevice, account.deviceId ?? accountKey(email)]);
      return true;
    };
  }
}
