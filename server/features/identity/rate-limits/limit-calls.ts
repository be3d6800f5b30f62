import { getSessionFromCtx } from 'better-auth/api';
import type pg from 'pg';
import type { Config } from '#server/config.ts';
import { type Count, LIMITS, type Limits, limitsOfSignUps } from '#server/limits/index.ts';
import { CLIENT_ADDRESS_HEADER } from '#server/network/client-address.ts';
import { clientNetwork, clientSite } from '#server/network/client-network.ts';
import {
  before,
  type HookContext,
  PASSKEY_OPTIONS,
  SIGN_IN_BY_PASSKEY,
  SIGN_UP,
  UPDATE_USER,
} from '../provider/allowed-calls.ts';
import { findOpenInvite } from '../provider/open-invite.ts';
import { refuseTaken } from '../provider/sign-up.ts';
import { accountsOfDevice } from './device-cookie.ts';

interface SignUpParts {
  config: Pick<Config, 'signUpsPerNetwork'>;
  pool: pg.Pool;
  limits: Limits;
}

/** Limits sign-ups by network or inviter. All valid forms count, because they tell whether an email is taken. */
export function limitSignUps({ config, pool, limits }: SignUpParts) {
  const { network: uninvited, invited, inviter } = limitsOfSignUps(config.signUpsPerNetwork);

  async function countsOf({ body, headers }: HookContext): Promise<Count[]> {
    const network = clientSite(addressOf(headers));
    const invite = await findOpenInvite(pool, body?.inviteCode);
    if (!invite) return [[uninvited, network]];
    return [[invited, network], ...(invite.payer ? [[inviter, invite.payer] as const] : [])];
  }

  return before('limit-sign-ups', [SIGN_UP], async (ctx) => {
    await limits.count(...(await countsOf(ctx)));
    await refuseTaken(ctx);
  });
}

/** Limits changes of the profile, together with those of other settings: each one also rewrites the person's search keys. */
export function limitProfileChanges(limits: Limits) {
  return before('limit-profile-changes', [UPDATE_USER], async (ctx) => {
    const session = await getSessionFromCtx(ctx);
    if (session) await limits.count([LIMITS.changeSettings.person, session.user.id]);
  });
}

/** Limits log-ins by passkey. A browser that has been signed in before counts by itself: others in the same home do not keep it out. */
export function limitPasskeys(limits: Limits) {
  return before('limit-passkeys', [PASSKEY_OPTIONS, SIGN_IN_BY_PASSKEY], async (ctx) => {
    const [account] = await accountsOfDevice(ctx);
    const { knownDevice, network } = LIMITS.passkey;
    const device = account && (account.deviceId ?? account.credentialVersion);
    await limits.count(device ? [knownDevice, device] : [network, clientNetwork(addressOf(ctx.headers))]);
  });
}

function addressOf(headers: Headers | undefined): string {
  return headers?.get(CLIENT_ADDRESS_HEADER) ?? '';
}
