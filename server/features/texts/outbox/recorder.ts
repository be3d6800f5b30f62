import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { inBackgroundTransaction } from '#server/database/background-transaction.ts';
import { claimCauses, type Db, hasFreeCauses } from './claim-causes.ts';
import { findDetails, textsOf } from './due-texts.ts';
import { findRecipients } from './find-recipients.ts';
import { isSenderThere } from './open-outbox-pool.ts';
import { createOutageLog } from './outage-log.ts';
import { recordOutcomes } from './record-outcomes.ts';
import type { Worker } from './worker.ts';

export const RECORDED = 'recorded, no gateway set';

/** Texts in one transaction: some milliseconds of work. */
const STEP = 500;
/** After a cause, so that one step records the texts of many. */
const WAIT_MS = 200;
const POLL_MS = 2_000;
/** Each pause lasts three times as long as the step before it, because these rows are not urgent. */
const REST = 3;
/** A node with a gateway may be restarting. */
const SENDER_GONE_MS = 60_000;
/** A claim that is not committed ends with its transaction. */
const UNCLAIMED = { leaseMs: 30_000, unclaimedOnly: true };

interface Parts {
  pool: pg.Pool;
  log: Logger;
  /** As for `isTextable`. */
  needsProof: boolean;
}

/**
 * Records the texts that follow from causes while no gateway is set, and sends none. Setting a gateway a month later must
 * not send all of them. It leaves everything alone while another node has a gateway, and for a day what a worker has begun.
 */
export function createRecorder({ pool, log, needsProof }: Parts): Worker {
  const stopping = new AbortController();
  const databaseOutage = createOutageLog(log, 'The database (outbox, no gateway)');
  let loop: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let rest = new AbortController();
  let isResting = false;
  let senderSeenAt = Number.NEGATIVE_INFINITY;

  async function mayRecord(): Promise<boolean> {
    if (await isSenderThere(pool)) senderSeenAt = performance.now();
    return performance.now() - senderSeenAt > SENDER_GONE_MS;
  }

  async function recordAll(): Promise<void> {
    try {
      while (!stopping.signal.aborted) {
        const start = performance.now();
        const isMore =
          (await mayRecord()) && (await inBackgroundTransaction(pool, (db) => recordCauses(db, needsProof)));
        databaseOutage.recordSuccess();
        if (!isMore) return;
        rest = new AbortController();
        const signal = AbortSignal.any([stopping.signal, rest.signal]);
        isResting = true;
        await pause(REST * (performance.now() - start), undefined, { signal }).catch(() => {});
        isResting = false;
      }
    } catch (error) {
      databaseOutage.recordFailure((error as NodeJS.ErrnoException).code ?? (error as Error).name);
    } finally {
      loop = undefined;
      schedule(POLL_MS);
    }
  }

  function schedule(ms: number): void {
    if (stopping.signal.aborted || loop) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      loop ??= recordAll();
    }, ms).unref();
  }

  let isWoken = false;
  return {
    name: 'recorder of texts',
    isBusy: () => loop !== undefined && !isResting,
    hasDueWork: async () => (await mayRecord()) && hasFreeCauses(pool, UNCLAIMED),
    look() {
      rest.abort();
      schedule(0);
    },
    wake() {
      if (isWoken) return;
      isWoken = true;
      setTimeout(() => {
        isWoken = false;
        schedule(0);
      }, WAIT_MS).unref();
    },
    start: () => schedule(0),
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await loop;
    },
  };
}

/** Makes the texts of some causes. @returns whether there may be more */
async function recordCauses(db: Db, needsProof: boolean): Promise<boolean> {
  const causes = await claimCauses(db, { ...UNCLAIMED, limit: STEP });
  for (const cause of causes) if (!cause.ids) cause.ids = await findRecipients(db, cause, needsProof);
  const texts = new Map(causes.flatMap(textsOf).map((text) => [text.id, text]));
  const details = await findDetails(db, [...texts.values()]);
  const outcomes = details.map(({ id }) => ({
    id,
    attempts: 0,
    status: 'recorded' as const,
    error: RECORDED,
    providerId: null,
    delayMs: 0,
    due: texts.get(id)!,
  }));
  await recordOutcomes(db, outcomes, causes);
  return causes.length > 0;
}
