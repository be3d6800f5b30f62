import type { Say } from '#contract/errors.ts';
import type { Limit } from './limit.ts';
import { RateLimitExceeded } from './limit-errors.ts';
import { nodeClock } from './node-clock.ts';

interface Refusal {
  limit: Limit;
  say: Say;
  endsAt: number;
  isKnownUntil: number;
}

/** The database is asked again after this time: another node may have undone a count, or its clock was set. */
const ASK_AGAIN_MS = 10_000;
/** Some megabytes. Above it the oldest ones are forgotten, and the database is asked. */
const MAX_REFUSALS = 10_000;

/** Refusals in this node's memory, so that further calls above a limit do not ask the database. */
export function createRefusals(max = MAX_REFUSALS) {
  const byKey = new Map<string, Refusal>();

  return {
    /** @returns the refusal, as long as it is known to hold; otherwise the database has to be asked */
    find(limit: Limit, whom: string): RateLimitExceeded | undefined {
      const known = byKey.get(countKey(limit, whom));
      const now = nodeClock.now();
      // A limit with the same count may allow more.
      if (known?.limit !== limit || now >= known.isKnownUntil) return;
      return new RateLimitExceeded(known.say, (known.endsAt - now) / 1000);
    },
    /** @param askedAt when the count began, by the node's clock: so it is not kept past its end */
    store(limit: Limit, whom: string, { say, waitSeconds }: RateLimitExceeded, askedAt: number): void {
      const endsAt = askedAt + waitSeconds * 1000;
      const key = countKey(limit, whom);
      byKey.delete(key);
      for (const [oldest, { isKnownUntil }] of byKey) {
        if (byKey.size < max && isKnownUntil > askedAt) break;
        byKey.delete(oldest);
      }
      byKey.set(key, { limit, say, endsAt, isKnownUntil: Math.min(endsAt, askedAt + ASK_AGAIN_MS) });
    },
    forget: (limit: Limit, whom: string) => void byKey.delete(countKey(limit, whom)),
  };
}

export function countKey({ what }: Limit, whom: string): string {
  return `${what}\n${whom}`;
}
