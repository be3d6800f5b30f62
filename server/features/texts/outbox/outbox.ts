import type pg from 'pg';
import type { Logger } from 'pino';
import { ProductError } from '#contract/errors.ts';
import type { BackgroundWorker } from '#server/background/when-settled.ts';
import type { AdmissionRules } from '../admission/admit-text.ts';
import type { Gateways, TextKind } from '../gateways/gateway.ts';
import { isTextable } from '../is-textable.ts';
import { type NewTexts, newTexts } from './make-texts.ts';
import { sendOnce } from './send-once.ts';
import { createWorker, DEFAULT_WORKER_OPTIONS, type Worker, type WorkerOptions } from './worker.ts';

/**
 * The outbox of text messages. Rows of `texts` are written in the transaction of what they follow from; the outbox sends them
 * afterwards, at least once, also after a crash. Errors are only logged (spec §7).
 */
export interface Outbox {
  /** How a new text begins: where no gateway is set, texts are recorded and not sent. */
  newTexts(kind: TextKind): NewTexts;
  /** Counts a text by hand or from another program against the day's budget. @throws {ProductError} too_many, unavailable */
  admit(): Promise<void>;
  /** Whether texts can be sent at all: without a gateway they are only recorded. */
  canSend: boolean;
  /** SQL: the phone of a user to which texts may go; null for none. @param user the name of the relation */
  textablePhone(user: string): string;
  /**
   * Sends a code at once, and only once. Counts it against the day's budget. See `sendOnce`.
   * @param phoneNumber `key` of `readNumber`
   * @throws {ProductError} invalid, also after STOP from that number; too_many, unavailable
   */
  sendCode(phoneNumber: string, message: string): Promise<void>;
  /** Call it after a commit that stored texts. */
  wake(): void;
  readonly workers: readonly BackgroundWorker[];
  start(): void;
  /** Claims no more texts, waits some seconds for sends in flight, and leaves unfinished texts to the next worker. */
  stop(): Promise<void>;
}

interface Parts {
  pool: pg.Pool;
  log: Logger;
  gateways: Gateways;
  /** The link in texts. */
  appUrl: string;
  /** See `Links`. */
  answerLink?: (textId: string) => string;
  takesReplies?: boolean;
  options?: Partial<WorkerOptions>;
  /** Without rules every text is sent as it is stored. */
  rules?: AdmissionRules;
}

export function createOutbox(parts: Parts): Outbox {
  const { pool, log, gateways, appUrl, answerLink, takesReplies, options, rules } = parts;
  const needsProof = rules?.phoneProof === 'required';
  const workers: Worker[] = (['general', 'welcome'] as const).flatMap((kind) => {
    const gateway = gateways[kind];
    if (!gateway) return [];
    const links = { appUrl, answerLink, takesReplies };
    return createWorker({ pool, log, kind, gateway, links, rules, options: { ...DEFAULT_WORKER_OPTIONS, ...options } });
  });
  const admit = async () => rules?.budget.take('form', '');
  const stopping = new AbortController();
  return {
    newTexts: (kind) => newTexts(gateways[kind], rules?.phoneProof),
    admit,
    canSend: gateways.general !== undefined,
    textablePhone: (user) =>
      gateways.general ? `case when ${isTextable(user, `${needsProof}`)} then ${user}.phone_key end` : 'null::text',
    async sendCode(phoneNumber, message) {
      if (await rules?.stops.isStopped(phoneNumber))
        throw new ProductError('invalid', 'Texts to this number are stopped, because STOP was texted from it.');
      await admit();
      await sendOnce(gateways.general, { phoneNumber, message }, stopping.signal, log);
    },
    workers,
    wake() {
      for (const worker of workers) worker.wake();
    },
    start() {
      for (const worker of workers) worker.start();
    },
    async stop() {
      stopping.abort();
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}
