import type { BetterAuthOptions, BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api';
import { type Count, LIMITS, type Limit, type Limits } from '#server/limits/index.ts';
import { CLIENT_ADDRESS_HEADER } from '#server/network/client-address.ts';
import { clientNetwork } from '#server/network/client-network.ts';
import {
  CHANGE_PASSWORD,
  isCallTo,
  PASSKEY_OPTIONS,
  SIGN_IN_BY_PASSKEY,
  SIGN_UP,
  UPDATE_USER,
} from '../provider/allowed-calls.ts';
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

/**
 * Limits a network's sign-ups. "Taken" answers count too, because they tell whether an email has an account. A sign-up that is
 * refused for another reason undoes its count.
 */
export function limitSignUps(limits: Limits) {
  return {
    id: 'limit-sign-ups',
    hooks: {
      before: [
        {
          matcher: isCallTo(SIGN_UP),
          handler: createAuthMiddleware(async (ctx) => {
            await limits.count(signUpOf(ctx.headers));
            await refuseTaken(ctx);
          }),
        },
      ],
      after: [
        {
          matcher: isCallTo(SIGN_UP),
          handler: createAuthMiddleware(async ({ context: { returned }, headers }) => {
            if (isAPIError(returned) && returned.body?.code !== TAKEN.code) await limits.undo(...signUpOf(headers));
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

function signUpOf(headers: Headers | undefined): Count {
  return [LIMITS.signUp.network, clientNetwork(headers?.get(CLIENT_ADDRESS_HEADER) ?? '')];
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
