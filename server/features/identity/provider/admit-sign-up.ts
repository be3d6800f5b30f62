import type { BetterAuthPlugin } from 'better-auth';
import { isAPIError } from 'better-auth/api';
import type pg from 'pg';
import type { Config } from '#server/config.ts';
import { LIMITS, type Limits, limitsOfSignUps } from '#server/limits/index.ts';
import { clientNetwork, clientSite } from '#server/network/client-network.ts';
import { addressOf, after, before, SIGN_UP } from './allowed-calls.ts';
import { findOpenInvite } from './open-invite.ts';
import { refusal } from './refusals.ts';
import { refuseTaken } from './sign-up.ts';

interface Dependencies {
  config: Pick<Config, 'signUp' | 'signUpsPerNetwork'>;
  pool: pg.Pool;
  limits: Limits;
}

export type Admission = ReturnType<typeof createAdmission>;

/** Who may make an account (`SIGN_UP`), and how many. A trigger counts the use of an invitation (`users_use_invite`). */
export function createAdmission({ config, pool, limits }: Dependencies) {
  const { network: uninvited, invited, inviter } = limitsOfSignUps(config.signUpsPerNetwork);
  return {
    /** @throws {APIError} SIGN_UP_CLOSED, INVITATION_NEEDED, INVITATION_ENDED @throws {ProductError} too_many, for wrong invitations */
    async check(inviteCode: unknown, address: string): Promise<void> {
      if (config.signUp === 'closed') throw refusal('FORBIDDEN', 'SIGN_UP_CLOSED');
      if (config.signUp === 'open') return;
      if (!inviteCode) throw refusal('FORBIDDEN', 'INVITATION_NEEDED');
      if (await findOpenInvite(pool, inviteCode)) return;
      await limits.count([LIMITS.invitation.network, clientNetwork(address)]);
      throw refusal('FORBIDDEN', 'INVITATION_ENDED');
    },
    /**
     * Counts for the inviter, or without one for the network. A person who knows a link can use up its inviter's sign-ups.
     * Then further ones count for the network, so that friends still get in. @throws {ProductError} too_many
     */
    async count(inviteCode: unknown, address: string): Promise<void> {
      const network = clientSite(address);
      const invite = await findOpenInvite(pool, inviteCode);
      const countUninvited = () => limits.count([uninvited, network]);
      if (!invite) return countUninvited();
      await limits.count([invited, network]);
      if (invite.payer) await limits.count([inviter, invite.payer]).catch(countUninvited);
    },
    /** Whether another sign-up has taken the last use since the check. */
    async isUsedUp(inviteCode: unknown): Promise<boolean> {
      return config.signUp === 'invite' && !(await findOpenInvite(pool, inviteCode));
    },
  };
}

/** Comes before all other checks, so the answer depends on nothing else sent. */
export function admitSignUp(admission: Admission): BetterAuthPlugin[] {
  return [
    before('admit-sign-up', [SIGN_UP], (ctx) => admission.check(ctx.body?.inviteCode, addressOf(ctx))),
    after('used-up-invitation', [SIGN_UP], async ({ context: { returned }, body }) => {
      const isRefused = isAPIError(returned) && returned.body?.code === 'FAILED_TO_CREATE_USER';
      if (isRefused && (await admission.isUsedUp(body?.inviteCode))) throw refusal('FORBIDDEN', 'INVITATION_ENDED');
    }),
  ];
}

/** All valid forms count, because they tell whether an email is taken. */
export function countSignUps(admission: Admission): BetterAuthPlugin {
  return before('count-sign-ups', [SIGN_UP], async (ctx) => {
    await admission.count(ctx.body?.inviteCode, addressOf(ctx));
    await refuseTaken(ctx);
  });
}
