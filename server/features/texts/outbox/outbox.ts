import { ProductError } from '#contract/errors.ts';
import { createWorker, Refused, reasonOf } from '#server/features/deliveries/index.ts';
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
  return {
    ...worker,
    newTexts: (kind: TextKind) => newTexts(gateways[kind], rules.phoneProof),
    /** Counts a text against the day's budget. @throws {ProductError} too_many, unavailable */
    admit,
    canSend: gateways.general !== undefined,
    /**
     * Sends a code at once, without a row and without a second try: its words must be in no table.
     * @param phoneNumber `key` of `readNumber`
     * @throws {ProductError} invalid, when the gateway refuses the number, and after STOP; too_many, unavailable
     */
    async sendCode(phoneNumber: string, message: string): Promise<void> {
      if (await findTextStop(pool, phoneNumber))
        throw new ProductError('invalid', 'Texts to this number are stopped, because STOP was texted from it.');
      await admit();
      if (!gateways.general) throw new ProductError('unavailable', 'This Moodring sends no texts.');
      try {
        await gateways.general.send({ id: crypto.randomUUID(), phoneNumber, message }, stopping.signal);
      } catch (error) {
        log.warn({ part: 'texts', reason: reasonOf(error) }, 'A code could not be sent');
        if (error instanceof Refused) throw new ProductError('invalid', 'No text can be sent to that number.');
        throw new ProductError('unavailable', 'The code could not be sent. Please try again in a moment.');
      }
    },
    async stop(): Promise<void> {
      stopping.abort();
      await worker.stop();
    },
  };
}
