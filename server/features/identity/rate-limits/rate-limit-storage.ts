import type { BetterAuthOptions } from 'better-auth';
import type { Limits } from '#server/limits/index.ts';

type RateLimitStorage = NonNullable<NonNullable<BetterAuthOptions['rateLimit']>['customStorage']>;

const WORDS = 'Too many calls from your address. Please wait a moment.';

/**
 * Counts calls of the identity provider for each address (for IPv6 its network, as the provider sees to), by our limits
 * in place of a memory of its own that other nodes do not share. Paths with a rule of their own count apart.
 */
export function rateLimitStorage(limits: Limits): RateLimitStorage {
  return {
    async consume(key, { window, max }) {
      const [address, path] = key.split('|') as [string, string];
      const what = APART.has(path) ? `identity ${path}` : 'identity';
      await limits.count([{ what, rules: [{ max, seconds: window, message: WORDS }] }, address]);
      return { allowed: true, retryAfter: null };
    },
  };
}

/** Only these: anybody can make up any number of paths. */
const APART = new Set(['/sign-in/email', '/sign-up/email', '/change-password', '/change-email']);
