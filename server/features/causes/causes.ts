import type pg from 'pg';
import type { Logger } from 'pino';
import { createOutageLog } from '#server/background/outage-log.ts';
import { createWorkLoop } from '#server/background/work-loop.ts';
import type { Worker } from '#server/features/deliveries/index.ts';
import type { Push } from '#server/features/push/index.ts';
import type { Outbox } from '#server/features/texts/index.ts';
import { type Call, type Due, type ExpandParts, expandBatches, expandCall, findDue, putOff } from './expand-causes.ts';

interface Parts {
  pool: pg.Pool;
  log: Logger;
  outbox: Pick<Outbox, 'newTexts' | 'wake'>;
  push: Pick<Push, 'make' | 'wakeIn'>;
  publishAsk(ask: string): void;
  pollMs?: number;
}

const POLL_MS = 2_000;

/** Expands causes: writes who is asked, the texts and the pushes (docs/decisions/0029-telling-friends.md). */
export function createCauses({ pool, log, outbox, push, publishAsk, pollMs = POLL_MS }: Parts): Worker {
  const outage = createOutageLog(log, 'The database (causes)');

  /** Calls for support come first (spec §9). @returns whether there may be more */
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
  return { ...loop, name: 'causes', hasDueWork: async () => isAny(await findDue(pool)) };
}

const isAny = ({ calls, areBatches }: Due) => calls.length > 0 || areBatches;
