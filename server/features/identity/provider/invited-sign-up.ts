import type { BetterAuthPlugin } from 'better-auth';
import { APIError, isAPIError } from 'better-auth/api';
import type pg from 'pg';
import { INVITATION_ENDED, INVITATION_NEEDED } from '#contract/errors.ts';
import type { Config } from '#server/config.ts';
import { LIMITS, type Limits } from '#server/limits/index.ts';
import { CLIENT_ADDRESS_HEADER } from '#server/network/client-address.ts';
import { clientNetwork } from '#server/network/client-network.ts';
import { after, before, SIGN_UP } from './allowed-calls.ts';
import { findOpenInvite } from './open-invite.ts';

interface Dependencies {
  config: Pick<Config, 'signUp'>;
  pool: pg.Pool;
  limits: Limits;
}

/** Comes before all other checks, so the answer depends on nothing else sent. A trigger counts the use (`users_use_invite`). */
export function invitedSignUp({ config, pool, limits }: Dependencies): BetterAuthPlugin[] {
  if (config.signUp !== 'invite') return [];
  return [
    before('invited-sign-up', [SIGN_UP], async ({ body, headers }) => {
      if (!body?.inviteCode) throw refusal(INVITATION_NEEDED);
      if (await findOpenInvite(pool, body.inviteCode)) return;
      const network = clientNetwork(headers?.get(CLIENT_ADDRESS_HEADER) ?? '');
      await limits.count([LIMITS.invitation.network, network]);
      throw refusal(INVITATION_ENDED);
    }),
    after('used-up-invitation', [SIGN_UP], async ({ context: { returned }, body }) => {
      // Another sign-up may have taken the last use since the check.
      const isRefused = isAPIError(returned) && returned.body?.code === 'FAILED_TO_CREATE_USER';
      if (isRefused && !(await findOpenInvite(pool, body?.inviteCode))) throw refusal(INVITATION_ENDED);
    }),
  ];
}

function refusal(message: string): APIError {
  return new APIError('FORBIDDEN', { code: 'INVITATION_NEEDED', message });
}
