import type { SharedLimit } from './limit.ts';
import { TooMany } from './too-many.ts';

/** What this node may let pass by itself: it counts a share of a limit at a time, and asks again when that is used up. */
export interface Shares {
  /**
   * Takes one. Undefined: done, without a word with anybody; otherwise it is when the promise resolves, in the order of asking.
   * @throws {TooMany} at once, or from the promise
   */
  take(limit: SharedLimit, whom: string): Promise<void> | undefined;
  /** Forgets what has run out. */
  sweep(): void;
}

interface Share {
  left: number;
  refusal: TooMany | undefined;
  /** By this process's own steady clock, which nobody sets. */
  endsAt: number;
  asking: Promise<void> | undefined;
}

/** While the limits cannot be counted, people go on: who cannot store anything is told so by whoever stores. */
const WITHOUT_COUNT_MS = 1_000;

/** @param count counts one share */
export function createShares(count: (limit: SharedLimit, whom: string) => Promise<TooMany | undefined>): Shares {
  const shares = new Map<SharedLimit, Map<string, Share>>();

  function shareOf(limit: SharedLimit, whom: string): Share {
    const ofLimit = shares.get(limit) ?? new Map<string, Share>();
    shares.set(limit, ofLimit);
    const share = ofLimit.get(whom) ?? { left: 0, refusal: undefined, endsAt: 0, asking: undefined };
    ofLimit.set(whom, share);
    return share;
  }

  async function wait(limit: SharedLimit, whom: string, share: Share): Promise<void> {
    do {
      share.asking ??= ask(limit, whom, share);
      await share.asking;
    } while (!takeFrom(share));
  }

  async function ask(limit: SharedLimit, whom: string, share: Share): Promise<void> {
    try {
      share.refusal = await count(limit, whom);
      const seconds = share.refusal?.retryAfterSeconds ?? Math.max(...limit.rules.map((rule) => rule.seconds));
      share.endsAt = performance.now() + seconds * 1000;
    } catch {
      share.refusal = undefined;
      share.endsAt = performance.now() + WITHOUT_COUNT_MS;
    }
    share.left = limit.share;
    share.asking = undefined;
  }

  return {
    take(limit, whom) {
      const share = shareOf(limit, whom);
      // Nobody overtakes those who wait.
      return !share.asking && takeFrom(share) ? undefined : wait(limit, whom, share);
    },
    sweep() {
      const now = performance.now();
      for (const ofLimit of shares.values()) {
        for (const [whom, { endsAt, asking }] of ofLimit) if (endsAt < now && !asking) ofLimit.delete(whom);
      }
    },
  };
}

function takeFrom(share: Share): boolean {
  const seconds = (share.endsAt - performance.now()) / 1000;
  if (seconds <= 0) return false;
  if (share.refusal) throw new TooMany(share.refusal.message, Math.ceil(seconds));
  if (share.left === 0) return false;
  share.left -= 1;
  return true;
}
