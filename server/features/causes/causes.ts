import type pg from 'pg';
import type { Logger } from 'pino';
import { createOutageLog } from '#server/background/outage-log.ts';
import type { BackgroundWorker } from '#server/background/when-settled.ts';
import { createWorkLoop } from '#server/background/work-loop.ts';
import type { Push } from '#server/features/push/index.ts';
import type { Outbox } from '#server/features/texts/index.ts';
import { type Call, type Due, type ExpandParts, expandBatches, expandCall, findDue, putOff } from './expand-causes.ts';

/**
 * Tells people what has happened. When something happens, its transaction writes one row of `causes`. Here one transaction takes
 * the row, and writes who is asked, the texts and the pushes. So a crash loses nothing and doubles nothing
 * (docs/decisions/0029-telling-friends.md).
 */
export interface Causes {
  readonly worker: BackgroundWorker;
  /** Call it after a commit that stored causes. */
  wake(): void;
  /** The same for causes that may be taken only after this time, in milliseconds. */
  wakeIn(ms: number): void;
  start(): void;
  /** Takes no more causes, and leaves them to the next node. */
  stop(): Promise<void>;
}

interface Parts {
  pool: pg.Pool;
  log: Logger;
  outbox: Pick<Outbox, 'newTexts' | 'wake'>;
  push: Pick<Push, 'make' | 'wakeIn'>;
  /** Shows an ask that has opened to the person and their friends. */
  publishAsk(ask: string): void;
  /** How often to look for causes of other nodes, in milliseconds. */
  pollMs?: number;
}

const POLL_MS = 2_000;

export function createCauses({ pool, log, outbox, push, publishAsk, pollMs = POLL_MS }: Parts): Causes {
  const outage = createOutageLog(log, 'The database (causes)');

  /** Calls for support first (spec §9). @returns whether there may be more */
  async function round(): Promise<boolean> {
    const due = await findDue(pool);
    for (const call of due.calls) await tell(call);
    if (due.areBatches) await expand(expandBatches);
    return isAny(due);
  }

  async function tell(call: Call): Promise<void> {
    try {
      const opened = await expand((parts) => expandCall(parts, call));
      if (opened) publishAsk(opened);
    } catch (error) {
      await putOff(pool, call);
      log.error({ part: 'texts', choice: call.choice, err: error }, 'The friends of a call could not be told yet');
    }
  }

  /** Wakes who sends texts and pushes, after the commit. */
  async function expand<Result>(step: (parts: ExpandParts) => Promise<Result>): Promise<Result> {
    const waits: number[] = [];
    const result = await step({
      pool,
      newTexts: outbox.newTexts('general'),
      makePushes: async (db, reasons) => void waits.push(...(await push.make(db, reasons))),
    });
    outbox.wake();
    for (const ms of waits) push.wakeIn(ms);
    return result;
  }

  const loop = createWorkLoop({ round, pollMs, outage });
  const { wake, wakeIn, start, stop } = loop;
  const hasDueWork = async () => isAny(await findDue(pool));
  return { worker: { name: 'causes', isBusy: loop.isBusy, hasDueWork, look: wake }, wake, wakeIn, start, stop };
}

const isAny = ({ calls, areBatches }: Due) => calls.length > 0 || areBatches;
