import type { BetterAuthOptions } from 'better-auth';
import type { Limits } from '#server/limits/index.ts';
import { CHANGE_PASSWORD, SIGN_IN, SIGN_UP } from '../provider/allowed-calls.ts';

type RateLimitStorage = NonNullable<NonNullable<BetterAuthOptions['rateLimit']>['customStorage']>;

const WORDS = 'Too many calls from your address. Please wait a moment.';

/** Paths with limits of their own. All others share one, because anybody can make up paths. */
const OWN_LIMIT = new Set([SIGN_IN, SIGN_UP, CHANGE_PASSWORD]);

/**
 * Counts the provider's calls per address (an IPv6 address as its network) in our limits, which all nodes share. The
 * provider's own storage is this process's memory.
 */
export function rateLimitStorage(limits: Limits): RateLimitStorage {
  return {
    async consume(key, { window, max }) {
      const [address, path] = key.split('|') as [string, string];
      const what = OWN_LIMIT.has(path) ? `identity ${path}` : 'identity';
      await limits.count([{ what, rules: [{ most: max, seconds: window, words: WORDS }] }, address]);
      return { allowed: true, retryAfter: null };
    },
  };
}
