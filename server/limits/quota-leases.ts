import { createBatchLoader } from '#server/database/batch-loader.ts';
import type { SharedLimit } from './limit.ts';
import { RateLimitExceeded } from './limit-errors.ts';

/** What this node may let pass by itself: it counts a share of a limit at a time, and asks again when that is used up. */
export interface QuotaLeases {
  /**
   * Takes one. Undefined: done, without a word with anybody; otherwise it is when the promise resolves, in the order of asking.
   * @throws {RateLimitExceeded} at once, or from the promise
   * @throws {LimitsUnavailable} from the promise, when `count` fails and the limit fails closed
   */
  take(limit: SharedLimit, whom: string): Promise<void> | undefined;
  /** Forgets what has run out. */
  sweep(): void;
}

/** All times are by this process's own steady clock, which nobody sets. */
interface Share {
  left: number;
  endsAt: number;
  refusal: RateLimitExceeded | undefined;
  refusedUntil: number;
  asking: Promise<void> | undefined;
}

/** The shares of one limit. What is asked while a count is under way is counted together in the next one. */
interface Book {
  shares: Map<string, Share>;
  count(whom: string): Promise<RateLimitExceeded | undefined>;
}

/** So long a failed count is not tried again for a limit that fails open: the store reports its own errors. */
const WITHOUT_COUNT_MS = 1_000;

/** @param count counts one share for each of these, and answers with who was refused */
export function createQuotaLeases(
  count: (limit: SharedLimit, whoms: string[]) => Promise<Map<string, RateLimitExceeded>>,
): QuotaLeases {
  const books = new Map<SharedLimit, Book>();

  function bookOf(limit: SharedLimit): Book {
    const known = books.get(limit);
    if (known) return known;
    const book = { shares: new Map(), count: createBatchLoader((whoms: string[]) => count(limit, whoms)) };
    books.set(limit, book);
    return book;
  }

  function shareOf(limit: SharedLimit, whom: string): Share {
    const { shares } = bookOf(limit);
    const share = shares.get(whom) ?? { left: 0, endsAt: 0, refusal: undefined, refusedUntil: 0, asking: undefined };
    shares.set(whom, share);
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
      const refusal = await bookOf(limit).count(whom);
      if (refusal) {
        share.refusal = refusal;
        share.refusedUntil = performance.now() + refusal.retryAfterSeconds * 1000;
      } else {
        fill(share, limit.share, longest(limit) * 1000);
      }
    } catch (error) {
      if (limit.whenUncounted === 'refuse') throw error;
      fill(share, limit.share, WITHOUT_COUNT_MS);
    } finally {
      share.asking = undefined;
    }
  }

  return {
    take(limit, whom) {
      const share = shareOf(limit, whom);
      if (!takeFrom(share)) return wait(limit, whom, share);
      const runsLow = limit.ahead && 2 * share.left <= limit.share && performance.now() >= share.refusedUntil;
      // Asked ahead, a failure is met by those who find the share used up.
      if (!runsLow || share.asking) return;
      share.asking = ask(limit, whom, share);
      share.asking.catch(() => {});
    },
    sweep() {
      const now = performance.now();
      for (const { shares } of books.values()) {
        for (const [whom, { endsAt, refusedUntil, asking }] of shares)
          if (Math.max(endsAt, refusedUntil) < now && !asking) shares.delete(whom);
      }
    },
  };
}

function fill(share: Share, more: number, lastsMs: number): void {
  const now = performance.now();
  share.left = more + (now < share.endsAt ? share.left : 0);
  share.endsAt = now + lastsMs;
}

function takeFrom(share: Share): boolean {
  const now = performance.now();
  if (share.left > 0 && now < share.endsAt) {
    share.left -= 1;
    return true;
  }
  if (share.refusal && now < share.refusedUntil) {
    throw new RateLimitExceeded(share.refusal.message, Math.ceil((share.refusedUntil - now) / 1000));
  }
  return false;
}

function longest({ rules }: SharedLimit): number {
  return Math.max(...rules.map((rule) => rule.seconds));
}
