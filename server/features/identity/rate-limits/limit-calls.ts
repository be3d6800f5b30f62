import type { BetterAuthOptions, BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api';
import type pg from 'pg';
import type { Config } from '#server/config.ts';
import { type Count, LIMITS, type Limit, type Limits, limitsOfSignUps } from '#server/limits/index.ts';
import { CLIENT_ADDRESS_HEADER } from '#server/network/client-address.ts';
import { clientNetwork } from '#server/network/client-network.ts';
import { payerOf } from '../payer.ts';
import {
  CHANGE_PASSWORD,
  type HookContext,
  isCallTo,
  PASSKEY_OPTIONS,
  SIGN_IN_BY_PASSKEY,
  SIGN_UP,
  UPDATE_USER,
} from '../provider/allowed-calls.ts';
import { isInviteCode, OPEN_INVITE } from '../provider/open-invite.ts';
import { refuseTaken, TAKEN } from '../provider/sign-up.ts';

type RateLimitStorage = NonNullable<NonNullable<BetterAuthOptions['rateLimit']>['customStorage']>;

const WORDS = 'Too many calls from your address. Please wait a moment.';

/** Paths with limits of their own. All others share one, because anybody can make up paths. */
const OWN_LIMIT = new Set([SIGN_UP, CHANGE_PASSWORD, PASSKEY_OPTIONS, SIGN_IN_BY_PASSKEY]);

/**
 * Counts the provider's calls per address (an IPv6 address as its network) in our limits, which all nodes share. The
 * provider's own storage is this process's memory.
 */
export function rateLimitStorage(limits: Limits): RateLimitStorage {
  /** Each limit is made once: a node remembers refusals of the same limit only. */
  const known = new Map<string, Limit>();

  function limitOf(what: string, max: number, seconds: number): Limit {
    const key = `${what} ${max} ${seconds}`;
    const limit = known.get(key) ?? { what, rules: [{ max, seconds, message: WORDS }] };
    known.set(key, limit);
    return limit;
  }

  return {
    async consume(key, { window, max }) {
      const [address, path] = key.split('|') as [string, string];
      await limits.count([limitOf(OWN_LIMIT.has(path) ? `identity ${path}` : 'identity', max, window), address]);
      return { allowed: true, retryAfter: null };
    },
  };
}

interface SignUpParts {
  config: Pick<Config, 'signUpsPerNetwork'>;
  pool: pg.Pool;
  limits: Limits;
}

// An operator's invitation has no inviter, and a number of uses.
const FIND_INVITER = `
  select case when inviter.id is not null then ${payerOf('inviter')} end as payer
  from invites left join users inviter on inviter.id = invites.inviter
  where invites.code = $1 and ${OPEN_INVITE}`;

/**
 * Limits sign-ups: by network, and those with an invitation by who invites. "Taken" answers count too, because they tell whether an
 * email has an account. A sign-up that is refused for another reason undoes its counts.
 */
export function limitSignUps({ config, pool, limits }: SignUpParts) {
  const { network: uninvited, invited, inviter } = limitsOfSignUps(config.signUpsPerNetwork);
  const counted = new WeakMap<object, Count[]>();

  async function countsOf({ body, headers }: HookContext): Promise<Count[]> {
    const network = clientNetwork(headers?.get(CLIENT_ADDRESS_HEADER) ?? '');
    const code = body?.inviteCode;
    const { rows } = isInviteCode(code) ? await pool.query(FIND_INVITER, [code]) : { rows: [] };
    if (!rows[0]) return [[uninvited, network]];
    return [[invited, network], ...(rows[0].payer ? [[inviter, rows[0].payer] as const] : [])];
  }

  return {
    id: 'limit-sign-ups',
    hooks: {
      before: [
        {
          matcher: isCallTo(SIGN_UP),
          handler: createAuthMiddleware(async (ctx) => {
            const counts = await countsOf(ctx);
            await limits.count(...counts);
            counted.set(ctx.headers!, counts);
            await refuseTaken(ctx);
          }),
        },
      ],
      after: [
        {
          matcher: isCallTo(SIGN_UP),
          handler: createAuthMiddleware(async ({ context: { returned }, headers }) => {
            if (!isAPIError(returned) || returned.body?.code === TAKEN.code) return;
            for (const each of counted.get(headers!) ?? []) await limits.undo(...each);
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

/** Limits changes of the profile, together with those of other settings: each one also rewrites the person's search keys. */
export function limitProfileChanges(limits: Limits) {
  return {
    id: 'limit-profile-changes',
    hooks: {
      before: [
        {
          matcher: isCallTo(UPDATE_USER),
          handler: createAuthMiddleware(async (ctx) => {
            const session = await getSessionFromCtx(ctx);
            if (session) await limits.count([LIMITS.changeSettings.person, session.user.id]);
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}
