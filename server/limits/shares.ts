import { lookUpTogether } from '../database/look-up-together.ts';
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

/** All times are by this process's own steady clock, which nobody sets. */
interface Share {
  left: number;
  endsAt: number;
  refusal: TooMany | undefined;
  refusedUntil: number;
  asking: Promise<void> | undefined;
}

/** The shares of one limit. What is asked while a count is under way is counted together in the next one. */
interface Book {
  shares: Map<string, Share>;
  count(whom: string): Promise<TooMany | undefined>;
}

/** While the limits cannot be counted, people go on: who cannot store anything is told so by whoever stores. */
const WITHOUT_COUNT_MS = 1_000;

/** @param count counts one share for each of these, and answers with who was refused */
export function createShares(count: (limit: SharedLimit, whoms: string[]) => Promise<Map<string, TooMany>>): Shares {
  const books = new Map<SharedLimit, Book>();

  function bookOf(limit: SharedLimit): Book {
    const known = books.get(limit);
    if (known) return known;
    const book = { shares: new Map(), count: lookUpTogether((whoms: string[]) => count(limit, whoms)) };
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
    const refusal = await bookOf(limit)
      .count(whom)
      .catch(() => 'unknown' as const);
    const now = performance.now();
    if (refusal instanceof TooMany) {
      share.refusal = refusal;
      share.refusedUntil = now + refusal.retryAfterSeconds * 1000;
    } else {
      share.left = limit.share + (now < share.endsAt ? share.left : 0);
      share.endsAt = now + (refusal ? WITHOUT_COUNT_MS : longest(limit) * 1000);
    }
    share.asking = undefined;
  }

  return {
    take(limit, whom) {
      const share = shareOf(limit, whom);
      if (!takeFrom(share)) return wait(limit, whom, share);
      const runsLow = limit.ahead && 2 * share.left <= limit.share && performance.now() >= share.refusedUntil;
      if (runsLow) share.asking ??= ask(limit, whom, share);
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

function takeFrom(share: Share): boolean {
  const now = performance.now();
  if (share.left > 0 && now < share.endsAt) {
    share.left -= 1;
    return true;
  }
  if (share.refusal && now < share.refusedUntil) {
    throw new TooMany(share.refusal.message, Math.ceil((share.refusedUntil - now) / 1000));
  }
  return false;
}

function longest({ rules }: SharedLimit): number {
  return Math.max(...rules.map((rule) => rule.seconds));
}
