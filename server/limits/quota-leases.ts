import { createBatchLoader } from '#server/database/batch-loader.ts';
import type { LeasedLimit } from './limit.ts';
import { RateLimitExceeded } from './limit-errors.ts';

/** This node's leases of limits: `leaseSize` uses are counted at once and then spent without the database. */
export interface QuotaLeases {
  /**
   * Uses one. Returns undefined when the lease had one left; otherwise a promise, and callers get their turn in order.
   * @throws {RateLimitExceeded} at once, or from the promise
   * @throws {LimitsUnavailable} from the promise, when `count` fails and the limit fails closed
   */
  consume(limit: LeasedLimit, whom: string): Promise<void> | undefined;
  /** Forgets expired leases. */
  removeExpired(): void;
}

/** Times are `performance.now()`, which does not jump when the system's clock is set. */
interface Lease {
  left: number;
  endsAt: number;
  refusal: RateLimitExceeded | undefined;
  refusedUntil: number;
  /** The count under way. */
  renewal: Promise<void> | undefined;
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
): QuotaLeases {
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
    const lease = byWhom.get(whom) ?? { left: 0, endsAt: 0, refusal: undefined, refusedUntil: 0, renewal: undefined };
    byWhom.set(whom, lease);
    return lease;
  }

  async function waitAndConsume(limit: LeasedLimit, whom: string, lease: Lease): Promise<void> {
    do {
      lease.renewal ??= renew(limit, whom, lease);
      await lease.renewal;
    } while (!consumeFrom(lease));
  }

  async function renew(limit: LeasedLimit, whom: string, lease: Lease): Promise<void> {
    try {
      const refusal = await leasesOf(limit).count(whom);
      if (refusal) {
        lease.refusal = refusal;
        lease.refusedUntil = performance.now() + refusal.retryAfterSeconds * 1000;
      } else {
        refill(lease, limit.leaseSize, longestPeriod(limit) * 1000);
      }
    } catch (error) {
      if (limit.failMode === 'closed') throw error;
      refill(lease, limit.leaseSize, UNCOUNTED_MS);
    } finally {
      lease.renewal = undefined;
    }
  }

  return {
    consume(limit, whom) {
      const lease = leaseOf(limit, whom);
      if (!consumeFrom(lease)) return waitAndConsume(limit, whom, lease);
      // A person's own words and calls for help do not wait for the next lease.
      const isEarly = limit.failMode === 'open' && limit.leaseSize > 1;
      const isLow = isEarly && 2 * lease.left <= limit.leaseSize && performance.now() >= lease.refusedUntil;
      if (!isLow || lease.renewal) return;
      lease.renewal = renew(limit, whom, lease);
      // A failed early renewal is repeated by the first caller who finds the lease used up.
      lease.renewal.catch(() => {});
    },
    removeExpired() {
      const now = performance.now();
      for (const { byWhom } of byLimit.values()) {
        for (const [whom, { endsAt, refusedUntil, renewal }] of byWhom)
          if (Math.max(endsAt, refusedUntil) < now && !renewal) byWhom.delete(whom);
      }
    },
  };
}

function refill(lease: Lease, uses: number, lastsMs: number): void {
  const now = performance.now();
  lease.left = uses + (now < lease.endsAt ? lease.left : 0);
  lease.endsAt = now + lastsMs;
}

function consumeFrom(lease: Lease): boolean {
  const now = performance.now();
  if (lease.left > 0 && now < lease.endsAt) {
    lease.left -= 1;
    return true;
  }
  if (lease.refusal && now < lease.refusedUntil) {
    throw new RateLimitExceeded(lease.refusal.message, Math.ceil((lease.refusedUntil - now) / 1000));
  }
  return false;
}

function longestPeriod({ rules }: LeasedLimit): number {
  return Math.max(...rules.map((rule) => rule.seconds));
}
