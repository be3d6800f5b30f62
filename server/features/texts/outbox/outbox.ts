import { setTimeout as pause } from 'node:timers/promises';
import { ProductError } from '#contract/errors.ts';
import { createWorker, Gone, Refused, reasonOf } from '#server/features/deliveries/index.ts';
import type { TextKind } from '../gateways/gateway.ts';
import { findTextStop } from '../stops/text-stops.ts';
import { newTexts } from './make-texts.ts';
import { createTextChannel, DEFAULT_TEXT_OPTIONS, type TextChannelParts, type TextOptions } from './text-channel.ts';

export type Outbox = ReturnType<typeof createOutbox>;

interface Parts extends Omit<TextChannelParts, 'options'> {
  options?: Partial<TextOptions>;
}

/** Sends the rows of `texts`, at least once, also after a crash. Errors are only logged (spec §7). */
export function createOutbox(parts: Parts) {
  const { pool, log, gateways, rules } = parts;
  const options = { ...DEFAULT_TEXT_OPTIONS, ...parts.options };
  const worker = createWorker({ pool, log, channel: createTextChannel({ ...parts, options }), options });
  const admit = () => rules.budget.take('form', '');
  const stopping = new AbortController();
  /** How long the last code took; before the first one a usual time. */
  let usualMs = 500;
  return {
    ...worker,
    newTexts: (kind: TextKind) => newTexts(gateways[kind], rules.phoneProof),
    /** Counts a text against the day's budget. @throws {ProductError} too_many, unavailable */
    admit,
    /** Counts a phone call as a text that asks for support. @throws {RateLimitExceeded | LimitsUnavailable} */
    admitCall: (payer: string) => rules.budget.take('mood', payer),
    canSend: gateways.general !== undefined,
    needsProof: rules.phoneProof === 'required',
    /**
     * Sends a code at once, without a row and without a second try: its words must be in no table. After a STOP it sends none and
     * answers alike, because anybody can type in a number.
     * @param phoneNumber `key` of `readNumber`
     * @throws {ProductError} invalid, when the gateway refuses the number; too_many, unavailable
     */
    async sendCode(phoneNumber: string, message: string): Promise<void> {
      await admit();
      if (!gateways.general) throw new ProductError('unavailable', (t) => t.sendsNoTexts);
      if (await findTextStop(pool, phoneNumber)) return pause(usualMs * (0.8 + 0.4 * Math.random()));
      const begunAt = performance.now();
      try {
        await gateways.general.send({ id: crypto.randomUUID(), phoneNumber, message }, stopping.signal);
        usualMs = performance.now() - begunAt;
      } catch (error) {
        if (error instanceof Gone) return;
        log.warn({ part: 'texts', reason: reasonOf(error) }, 'A code could not be sent');
        if (error instanceof Refused) throw new ProductError('invalid', (t) => t.noTextToThatNumber);
        throw new ProductError('unavailable', (t) => t.codeCouldNotBeSent);
      }
    },
    async stop(): Promise<void> {
      stopping.abort();
      await worker.stop();
    },
  };
}
