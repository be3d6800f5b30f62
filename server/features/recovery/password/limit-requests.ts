import type { Context } from '#server/context.ts';
import { accountKey } from '#server/features/identity/index.ts';
import { type Count, type Limit, RateLimitExceeded, refusalOf } from '#server/limits/index.ts';
import type { Caller } from '../limit-tries.ts';

interface RequestLimits {
  network: Limit;
  email: Limit;
  knownDevice: Limit;
}

/** Above the email's limit: of the email in one network, and in all. */
interface FurtherLimits {
  pair: Limit;
  email: Limit;
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
  further?: FurtherLimits,
): Promise<MayAnswer> {
  const address = accountKey(email);
  const ask = (...own: Count[]) => refusalOf(limits.count([of.network, site], ...own));
  let refusal = await ask([of.email, address]);
  if (further && refusal instanceof RateLimitExceeded)
    refusal = await ask([further.pair, `${address} ${site}`], [further.email, address]);
  if (!refusal) return async () => true;
  const known = refusal instanceof RateLimitExceeded ? await identity.knownAccounts(cookies) : [];
  if (known.length === 0) throw refusal;
  await limits.count([of.network, site]);
  return async ({ credentialVersion }) => {
    const account = known.find((each) => each.credentialVersion === credentialVersion);
    if (!account) return false;
    await limits.count([of.knownDevice, account.deviceId ?? address]);
    return true;
  };
}
