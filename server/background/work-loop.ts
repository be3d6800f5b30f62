import { setTimeout as pause } from 'node:timers/promises';
import type { OutageLog } from './outage-log.ts';

export type WorkLoop = ReturnType<typeof createWorkLoop>;

interface Options {
  /** @returns whether there is more to do now */
  round(): Promise<boolean>;
  /** How often to look without a wake, in milliseconds: for work of other nodes, and for retries. */
  pollMs: number;
  /** Hears of rounds that throw. */
  outage?: OutageLog;
}

/** Timers and the database's clock differ, and screens get a mood before its texts. Wakes within 20 ms share a timer. */
const MARGIN_MS = 20;

export function createWorkLoop({ round, pollMs, outage }: Options) {
  const stopping = new AbortController();
  const timers = new Map<number, NodeJS.Timeout>();
  let loop: Promise<void> | undefined;
  let isWoken = false;
  let endWait: (() => void) | undefined;

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const isMore = await round();
        outage?.recordSuccess();
        if (!isMore) await wait();
      } catch (error) {
        outage?.recordFailure(errorCode(error));
        await pause(pollMs, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  }

  async function wait(): Promise<void> {
    if (!isWoken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pollMs);
        endWait = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      endWait = undefined;
    }
    isWoken = false;
  }

  function wake(): void {
    isWoken = true;
    endWait?.();
  }

  const isRunning = () => loop !== undefined && !stopping.signal.aborted;
  return {
    wake,
    /** Wakes the loop after `ms` milliseconds, when something is due. */
    wakeIn(ms: number): void {
      const slot = Math.ceil((performance.now() + Math.max(ms, 0) + MARGIN_MS) / MARGIN_MS);
      if (timers.has(slot) || stopping.signal.aborted) return;
      const timer = setTimeout(
        () => {
          timers.delete(slot);
          wake();
        },
        slot * MARGIN_MS - performance.now(),
      );
      timers.set(slot, timer.unref());
    },
    isBusy: () => isRunning() && (endWait === undefined || isWoken),
    isRunning,
    start(): void {
      loop ??= run();
    },
    async stop(): Promise<void> {
      stopping.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      wake();
      await loop;
    },
  };
}

/** An error's code or name: the message of a database error may quote a row. */
export function errorCode(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? (error as Error).name;
}
