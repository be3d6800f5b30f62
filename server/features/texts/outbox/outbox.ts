import type pg from 'pg';
import type { Logger } from 'pino';
import type { AdmissionRules } from '../admission/admit-text.ts';
import type { Gateways, TextKind } from '../gateways/gateway.ts';
import { createWorker, DEFAULT_WORKER_OPTIONS, type WorkerOptions } from './worker.ts';

/**
 * The outbox of text messages. A row of `texts` is written inside the transaction of its cause; the outbox sends it
 * afterwards, at least once, also after a crash. Errors are only logged (spec §7).
 */
export interface Outbox {
  /** A new text's `status`, and `note` for its `last_error`. */
  statusFor(kind: TextKind): { status: 'queued' | 'recorded'; note: string | null };
  /** Counts a text by hand or from another program against the day's budget. @throws {ProductError} too_many, unavailable */
  admit(): Promise<void>;
  /** Call it after a commit that stored texts. */
  wake(): void;
  start(): void;
  /** Claims no more texts, waits some seconds for sends in flight, and leaves unfinished texts to the next worker. */
  stop(): Promise<void>;
}

interface Parts {
  pool: pg.Pool;
  log: Logger;
  gateways: Gateways;
  options?: Partial<WorkerOptions>;
  /** Without rules every text is sent as it is stored. */
  rules?: AdmissionRules;
}

export function createOutbox({ pool, log, gateways, options, rules }: Parts): Outbox {
  const workers = (['general', 'welcome'] as const).flatMap((kind) => {
    const gateway = gateways[kind];
    if (!gateway) return [];
    return createWorker({ pool, log, kind, gateway, options: { ...DEFAULT_WORKER_OPTIONS, ...options }, rules });
  });
  return {
    // Without a gateway texts are not queued: setting one a month later would send all of them.
    statusFor: (kind) =>
      gateways[kind] ? { status: 'queued', note: null } : { status: 'recorded', note: 'recorded, no gateway set' },
    admit: async () => rules?.budget.take('form', ''),
    wake() {
      for (const worker of workers) worker.wake();
    },
    start() {
      for (const worker of workers) worker.start();
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}
