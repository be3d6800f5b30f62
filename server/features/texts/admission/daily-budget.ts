import type { Logger } from 'pino';
import type { TextCause } from '#server/database/schema.ts';
import { type LeasedLimit, type Limits, RateLimitExceeded } from '#server/limits/index.ts';

/**
 * How many texts the whole installation sends within a day. A tenth is kept for those that ask for support, and shared
 * out by who causes them. Nothing is dropped: what has no room waits in the outbox.
 */
export interface DailyBudget {
  /**
   * Takes one text's place.
   * @param payer who it is counted for: see `payerOf`
   * @throws {RateLimitExceeded}
   * @throws {LimitsUnavailable} what costs money fails closed
   */
  take(cause: TextCause, payer: string): Promise<void>;
  /** The causes whose texts have room, as far as this node knows; null for all. Texts by hand are counted when they are accepted. */
  open(): readonly TextCause[] | null;
}

const DAY = 24 * 60 * 60;
/** The day's texts are counted in so many shares. */
const SHARES = 100;
/** One payer gets this part of the tenth that is kept, so that it takes twenty to use it up. */
const PAYERS = 20;
const WORDS = 'No more texts can be sent today. Please try again later.';

/** @param perDay texts within 24 hours, all nodes together */
export function createDailyBudget(limits: Limits, perDay: number, log: Logger): DailyBudget {
  const kept = Math.ceil(perDay / 10);
  const usual = createPart('text', perDay - kept, 'Only texts that ask for support go out');
  const support = createPart('support text', kept, 'No texts go out, not even those that ask for support');
  const supportOfOne = sharedLimit('support text, one', Math.ceil(kept / PAYERS));

  /** @param most texts a day. Kept for a text at least. */
  function createPart(what: string, most: number, alarm: string) {
    const limit = sharedLimit(what, Math.max(1, most));
    let closedUntil = 0;
    return {
      isOpen: () => performance.now() >= closedUntil,
      async take() {
        try {
          await limits.consume(limit, 'all');
        } catch (error) {
          if (error instanceof RateLimitExceeded) close(error.retryAfterSeconds);
          throw error;
        }
      },
    };

    function close(seconds: number): void {
      const isNews = performance.now() >= closedUntil;
      closedUntil = performance.now() + seconds * 1000;
      if (isNews)
        log.error({ part: 'texts', seconds, perDay }, `The day's texts are used up (TEXTS_PER_DAY). ${alarm}`);
    }
  }

  /** Support takes of what all texts share, and of what is kept for it when that is used up. */
  async function takeSupport(payer: string): Promise<void> {
    try {
      await usual.take();
    } catch (error) {
      if (!(error instanceof RateLimitExceeded)) throw error;
      await limits.consume(supportOfOne, payer);
      await support.take();
    }
  }

  return {
    take: (cause, payer) => (cause === 'mood' ? takeSupport(payer) : usual.take()),
    open() {
      if (usual.isOpen()) return null;
      return support.isOpen() ? ['mood', 'form'] : ['form'];
    },
  };
}

function sharedLimit(what: string, perDay: number): LeasedLimit {
  const share = Math.ceil(perDay / SHARES);
  const rules = [{ max: Math.floor(perDay / share), seconds: DAY, message: WORDS }];
  return { what, leaseSize: share, renewEarly: false, failMode: 'closed', rules };
}
