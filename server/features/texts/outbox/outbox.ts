import type pg from 'pg';
import type { Logger } from 'pino';
import type { Rules } from '../admission/admit-text.ts';
import type { Gateways, TextKind } from '../gateways/gateway.ts';
import { DEFAULT_RETRY_POLICY, type RetryPolicy } from './retry-policy.ts';
import { createWorker } from './worker.ts';

/**
 * The outbox of text messages. Rows of `texts` are written inside the transaction of their cause; the outbox sends them
 * afterwards, each at least once, whatever crashes in between. Errors are only logged (spec §7).
 */
export interface Outbox {
  /** What a new text of this kind is stored with: its `status`, and `note` as its `last_error`. */
  statusFor(kind: TextKind): { status: 'queued' | 'recorded'; note: string | null };
  /** Makes room for a text that comes by hand or from another program. @throws {ProductError} too_many, unavailable */
  admit(): Promise<void>;
  /** Says that texts have been committed. */
  wake(): void;
  start(): void;
  /** Claims no more, waits some seconds for the sends in flight, and leaves unfinished texts to whoever comes next. */
  stop(): Promise<void>;
}

interface Parts {
  pool: pg.Pool;
  log: Logger;
  gateways: Gateways;
  pace?: Partial<RetryPolicy>;
  /** Without them every text goes as it is stored. */
  rules?: Rules;
}

export function createOutbox({ pool, log, gateways, pace, rules }: Parts): Outbox {
  const lanes = (['general', 'welcome'] as const).flatMap((kind) => {
    const gateway = gateways[kind];
    return gateway ? createWorker({ pool, log, kind, gateway, pace: { ...DEFAULT_RETRY_POLICY, ...pace }, rules }) : [];
  });
  return {
    // Not queued without a gateway: setting one next month must not send a storm of old texts.
    statusFor: (kind) =>
      gateways[kind] ? { status: 'queued', note: null } : { status: 'recorded', note: 'recorded, no gateway set' },
    admit: async () => rules?.budget.take('form', ''),
    wake() {
      for (const lane of lanes) lane.wake();
    },
    start() {
      for (const lane of lanes) lane.start();
    },
    async stop() {
      await Promise.all(lanes.map((lane) => lane.stop()));
    },
  };
}
