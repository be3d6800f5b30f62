import { getSessionFromCtx } from 'better-auth/api';
import { LIMITS, type Limit, type Limits } from '#server/limits/index.ts';
import { clientNetwork, clientSite } from '#server/network/client-network.ts';
import {
  addressOf,
  before,
  type HookContext,
  PASSKEY_OPTIONS,
  SIGN_IN_BY_PASSKEY,
  UPDATE_USER,
} from '../provider/allowed-calls.ts';
import { accountsOfDevice } from './device-cookie.ts';

/** Limits changes of the profile, together with those of other settings: each one also rewrites the person's search keys. */
export function limitProfileChanges(limits: Limits) {
  return before('limit-profile-changes', [UPDATE_USER], async (ctx) => {
    const session = await getSessionFromCtx(ctx);
    if (session) await limits.count([LIMITS.changeSettings.person, session.user.id]);
  });
}

/** Limits log-ins by passkey. The options store a row, so a subscriber's networks and known devices count together. */
export function limitPasskeys(limits: Limits) {
  return before('limit-passkeys', [PASSKEY_OPTIONS, SIGN_IN_BY_PASSKEY], async (ctx) => {
    const storesRow = ctx.path === PASSKEY_OPTIONS;
    await countSignIn(limits, ctx, LIMITS.passkey, storesRow ? clientSite : clientNetwork);
    if (storesRow) await limits.count([LIMITS.passkeyByAll.network, clientSite(addressOf(ctx))]);
  });
}

/** Limits a step of a log-in with another provider, which is called for it. @throws {ProductError} too_many */
export async function countOidc(limits: Limits, ctx: HookContext): Promise<void> {
  // Whoever knows one password can make known devices without end.
  await limits.count([LIMITS.otherProviderByAll.network, clientNetwork(addressOf(ctx))]);
  await countSignIn(limits, ctx, LIMITS.otherProvider);
}

/** A browser that has been signed in before counts by itself: others in the same home do not keep it out. */
async function countSignIn(
  limits: Limits,
  ctx: HookContext,
  { knownDevice, network }: Record<'knownDevice' | 'network', Limit>,
  networkOf = clientNetwork,
): Promise<void> {
  const [account] = accountsOfDevice(ctx.context, ctx.headers?.get('cookie'));
  const device = account && (account.deviceId ?? account.credentialVersion);
  await limits.count(device ? [knownDevice, device] : [network, networkOf(addressOf(ctx))]);
}
