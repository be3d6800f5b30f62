import { createBatchLoader } from '#server/database/batch-loader.ts';
import type { LeasedLimit } from './limit.ts';
import type { RateLimitExceeded } from './limit-errors.ts';
import { nodeClock } from './node-clock.ts';

interface Lease {
  left: number;
  endsAt: number;
  renewal: Promise<RateLimitExceeded | undefined> | undefined;
}

/** The leases of one limit. Leases that are needed during a count are counted together in the next one. */
interface LeasesOfLimit {
  byWhom: Map<string, Lease>;
  count(whom: string): Promise<RateLimitExceeded | undefined>;
}

/** How long a limit that fails open does without counting after a failure. The store logs its own errors. */
const UNCOUNTED_MS = 1_000;

/** @param count counts one lease for each key, and returns an error for each that was refused */
export function createQuotaLeases(
  count: (limit: LeasedLimit, whoms: string[]) => Promise<Map<string, RateLimitExceeded>>,
) {
  const byLimit = new Map<LeasedLimit, LeasesOfLimit>();

  function leasesOf(limit: LeasedLimit): LeasesOfLimit {
    const known = byLimit.get(limit);
    if (known) return known;
    const created = { byWhom: new Map(), count: createBatchLoader((whoms: string[]) => count(limit, whoms)) };
    byLimit.set(limit, created);
    return created;
  }

  function leaseOf(limit: LeasedLimit, whom: string): Lease {
    const { byWhom } = leasesOf(limit);
    const lease = byWhom.get(whom) ?? { left: 0, endsAt: 0, renewal: undefined };
    byWhom.set(whom, lease);
    return lease;
  }

  async function waitAndConsume(limit: LeasedLimit, whom: string, lease: Lease): Promise<void> {
    for (;;) {
      lease.renewal ??= renew(limit, whom, lease);
      const refusal = await lease.renewal;
      if (consumeFrom(lease)) return;
      if (refusal) throw refusal;
    }
  }

  async function renew(limit: LeasedLimit, whom: string, lease: Lease): Promise<RateLimitExceeded | undefined> {
    try {
      const refusal = await leasesOf(limit).count(whom);
      if (!refusal) refill(lease, limit.leaseSize, longestPeriod(limit) * 1000);
      return refusal;
    } catch (error) {
      if (limit.failMode === 'closed') throw error;
      refill(lease, limit.leaseSize, UNCOUNTED_MS);
    } finally {
      lease.renewal = undefined;
    }
  }

  return {
    /** Undefined if no wait is needed. @throws {RateLimitExceeded | LimitsUnavailable} in the promise */
    consume(limit: LeasedLimit, whom: string): Promise<void> | undefined {
      const lease = leaseOf(limit, whom);
      if (!consumeFrom(lease)) return waitAndConsume(limit, whom, lease);
      // A person's own words and calls for help do not wait for the next lease.
      const isLow = limit.failMode === 'open' && limit.leaseSize > 1 && 2 * lease.left <= limit.leaseSize;
      if (!isLow || lease.renewal) return;
      lease.renewal = renew(limit, whom, lease);
      // A failed early renewal is repeated by the first caller who finds the lease used up.
      lease.renewal.catch(() => {});
    },
    removeExpired(): void {
      const now = nodeClock.now();
      for (const { byWhom } of byLimit.values())
        for (const [whom, { endsAt, renewal }] of byWhom) if (endsAt < now && !renewal) byWhom.delete(whom);
    },
  };
}

function refill(lease: Lease, uses: number, lastsMs: number): void {
  const now = nodeClock.now();
  lease.left = uses + (now < lease.endsAt ? lease.left : 0);
  lease.endsAt = now + lastsMs;
}

function consumeFrom(lease: Lease): boolean {
  if (lease.left === 0 || nodeClock.now() >= lease.endsAt) return false;
  lease.left -= 1;
  return true;
}

function longestPeriod({ rules }: LeasedLimit): number {
  return Math.max(...rules.map((rule) => rule.seconds));
}
