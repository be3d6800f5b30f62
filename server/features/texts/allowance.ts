import type { Logger } from 'pino';
import type { TextCause } from '../../database/schema.ts';
import { type Limits, type SharedLimit, TooMany } from '../../limits/index.ts';

/**
 * How many texts the whole installation sends within a day. A tenth is kept for those that ask for support: the others
 * stop before. Nothing is dropped: what has no room waits in the outbox.
 */
export interface Allowance {
  /** Takes one text's. @throws {TooMany} */
  take(cause: TextCause): Promise<void>;
  /** The causes whose texts have room, as far as this node knows; null for all. What came by hand was counted at the door. */
  open(): readonly TextCause[] | null;
}

const DAY = 24 * 60 * 60;
/** The day's texts are counted in so many shares. */
const SHARES = 100;
const WORDS = 'No more texts can be sent today. Please try again later.';

export function createAllowance(limits: Limits, perDay: number, log: Logger): Allowance {
  const share = Math.ceil(perDay / SHARES);
  const all = Math.floor(perDay / share);
  const usual = createPart({
    most: Math.max(1, Math.floor(all * 0.9)),
    alarm: 'Only texts that ask for support go out',
  });
  const support = createPart({ most: all, alarm: 'No texts go out, not even those that ask for support' });

  function createPart({ most, alarm }: { most: number; alarm: string }) {
    const limit: SharedLimit = { what: 'text', share, ahead: false, rules: [{ most, seconds: DAY, words: WORDS }] };
    let closedUntil = 0;
    return {
      isOpen: () => performance.now() >= closedUntil,
      async take() {
        try {
          await limits.take(limit, 'all');
        } catch (error) {
          if (error instanceof TooMany) close(error.retryAfterSeconds);
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

  return {
    take: (cause) => (cause === 'mood' ? support : usual).take(),
    open() {
      if (usual.isOpen()) return null;
      return support.isOpen() ? ['mood', 'form'] : ['form'];
    },
  };
}
