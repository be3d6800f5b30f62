import type { Logger } from 'pino';
import type { Say } from '#contract/errors.ts';
import { type Limits, limitOfInstallation, RateLimitExceeded, refusalOf } from '#server/limits/index.ts';
import { isSupportText } from '../text-columns.ts';
import type { TextCause } from '../wording/texts.ts';

export type DailyBudget = ReturnType<typeof createDailyBudget>;

/** One payer gets at most a twentieth of the reserve. */
const MIN_PAYERS = 20;
/** One payer gets a fifth of the other texts for these, or 20 where that is more. */
const MESSAGES: readonly TextCause[] = ['message', 'connection', 'closing', 'slip'];
const WORDS: Say = (t) => t.noMoreTextsToday;

/** A tenth is reserved for calls for support, and for missed check-ins. Texts beyond the budget wait. */
export function createDailyBudget(limits: Limits, perDay: number, log: Logger) {
  const reserved = Math.ceil(perDay / 10);
  const others = perDay - reserved;
  const shared = createPart('text', others, 'Only texts that ask for support go out');
  const reserve = createPart('support text', reserved, 'No texts go out, not even those that ask for support');
  const reserveOfPayer = limitOfInstallation('support text, one', Math.ceil(reserved / MIN_PAYERS), WORDS);
  const messagesOfPayer = limitOfInstallation('text, one', Math.max(20, Math.ceil(others / 5)), WORDS);
  // Calls of one payer use these before the reserve. A hundred is enough for a circle of thirty.
  const callsOfPayer = limitOfInstallation('call, one', Math.max(100, Math.ceil(others / 2)), WORDS);

  function createPart(what: string, textsPerDay: number, alarm: string) {
    const limit = limitOfInstallation(what, Math.max(1, textsPerDay), WORDS);
    let loggedUntil = 0;
    return async () => {
      const refusal = await refusalOf(limits.consume(limit, 'all'));
      if (refusal instanceof RateLimitExceeded && performance.now() >= loggedUntil) {
        const seconds = refusal.retryAfterSeconds;
        loggedUntil = performance.now() + seconds * 1000;
        log.error({ part: 'texts', seconds, perDay }, `The day's texts are used up (TEXTS_PER_DAY). ${alarm}`);
      }
      if (refusal) throw refusal;
    };
  }

  async function takeShared(ofPayer: typeof callsOfPayer, payer: string): Promise<void> {
    await limits.consume(ofPayer, payer);
    await shared();
  }

  async function takeSupport(payer: string): Promise<void> {
    const refusal = await refusalOf(takeShared(callsOfPayer, payer));
    if (!refusal) return;
    if (!(refusal instanceof RateLimitExceeded)) throw refusal;
    await limits.consume(reserveOfPayer, payer);
    await reserve();
  }

  return {
    /** Fails closed, because texts cost money. @param payer see `payerOf` @throws {RateLimitExceeded | LimitsUnavailable} */
    async take(cause: TextCause, payer: string): Promise<void> {
      if (isSupportText(cause) || cause === 'missed') return takeSupport(payer);
      if (MESSAGES.includes(cause)) return takeShared(messagesOfPayer, payer);
      await shared();
    },
  };
}
