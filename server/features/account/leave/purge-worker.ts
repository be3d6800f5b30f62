import { setTimeout as pause } from 'node:timers/promises';
import type { CountryCode } from 'libphonenumber-js';
import type pg from 'pg';
import type { Logger } from 'pino';
import { purgeStep } from './purge-departed.ts';

/** Purges what those who left have left behind, in the background. */
export interface PurgeWorker {
  /** Says that somebody has left. */
  wake(): void;
  /** Begins with what a crash has left, of this node or another. */
  start(): void;
  /** Finishes the step under way; the rest is for the next start, or another node. */
  stop(): Promise<void>;
}

/** For what another node was at when it died, and after an outage. */
const LOOK_EVERY_MS = 30_000;

/** @param pool its statements may take their time */
export function createPurgeWorker(parts: { pool: pg.Pool; country: CountryCode; log: Logger }): PurgeWorker {
  const { pool, country, log } = parts;
  const stopping = new AbortController();
  let looking: NodeJS.Timeout | undefined;
  let purging: Promise<void> | undefined;
  let isAskedAgain = false;

  async function purgeAll(): Promise<void> {
    try {
      while (!stopping.signal.aborted) {
        isAskedAgain = false;
        const start = performance.now();
        const isMore = await purgeStep(pool, country);
        if (!isMore && !isAskedAgain) return;
        // As long as it worked: at least half of the database's time is everybody else's.
        await pause(performance.now() - start, undefined, { signal: stopping.signal }).catch(() => {});
      }
    } catch (error) {
      log.warn({ err: error }, 'what somebody left behind could not be purged, and will be later');
    } finally {
      purging = undefined;
    }
  }

  function wake(): void {
    isAskedAgain = true;
    if (!stopping.signal.aborted) purging ??= purgeAll();
  }

  return {
    wake,
    start() {
      looking = setInterval(wake, LOOK_EVERY_MS).unref();
      wake();
    },
    async stop() {
      clearInterval(looking);
      stopping.abort();
      await purging;
    },
  };
}
