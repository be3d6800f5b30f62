import type { Logger } from 'pino';
import { type Limits, limitOfInstallation, RateLimitExceeded, refusalOf } from '#server/limits/index.ts';
import { isSupportText, type TextCause } from '../text-columns.ts';

export type DailyBudget = ReturnType<typeof createDailyBudget>;

/** One payer gets at most a twentieth of the reserve. */
const MIN_PAYERS = 20;
const WORDS = 'No more texts can be sent today. Please try again later.';

/** A tenth is reserved for calls for support. Texts beyond the budget wait. */
export function createDailyBudget(limits: Limits, perDay: number, log: Logger) {
  const reserved = Math.ceil(perDay / 10);
  const shared = createPart('text', perDay - reserved, 'Only texts that ask for support go out');
  const reserve = createPart('support text', reserved, 'No texts go out, not even those that ask for support');
  const reserveOfPayer = limitOfInstallation('support text, one', Math.ceil(reserved / MIN_PAYERS), WORDS);

  function createPart(what: string, textsPerDay: number, alarm: string) {
    const limit = limitOfInstallation(what, Math.max(1, textsPerDay), WORDS);
    let closedUntil = 0;
    return {
      isOpen: () => performance.now() >= closedUntil,
      async take() {
        const refusal = await refusalOf(limits.consume(limit, 'all'));
        if (refusal instanceof RateLimitExceeded) close(refusal.retryAfterSeconds);
        if (refusal) throw refusal;
      },
    };

    function close(seconds: number): void {
      const wasOpen = performance.now() >= closedUntil;
      closedUntil = performance.now() + seconds * 1000;
      if (wasOpen)
        log.error({ part: 'texts', seconds, perDay }, `The day's texts are used up (TEXTS_PER_DAY). ${alarm}`);
    }
  }

  async function takeSupport(payer: string): Promise<void> {
    const refusal = await refusalOf(shared.take());
    if (!refusal) return;
    if (!(refusal instanceof RateLimitExceeded)) throw refusal;
    await limits.consume(reserveOfPayer, payer);
    await reserve.take();
  }

  return {
    /** Fails closed, because texts cost money. @param payer see `payerOf` @throws {RateLimitExceeded | LimitsUnavailable} */
    take: (cause: TextCause, payer: string) => (isSupportText(cause) ? takeSupport(payer) : shared.take()),
    /** Causes with budget left, as far as this node knows; null for all. */
    openCauses(): readonly TextCause[] | null {
      if (shared.isOpen()) return null;
      return reserve.isOpen() ? ['mood', 'again', 'form'] : ['form'];
    },
  };
}
