import type { Logger } from 'pino';
import { connectDatabase } from '../database/connect.ts';
import { count } from './count.ts';
import { giveBack } from './give-back.ts';
import type { Limit, SharedLimit } from './limit.ts';
import { createShares } from './shares.ts';
import { sweep } from './sweep.ts';

/** How often who may do what. Counted in the database, so all nodes on it hold everybody to the same. */
export interface Limits {
  /** Counts one more. @throws {TooMany} instead, when it would be too many: then nothing was counted */
  count(limit: Limit, whom: string): Promise<void>;
  /** Takes the last one back. */
  giveBack(limit: Limit, whom: string): Promise<void>;
  /**
   * Takes one from this node's share of a limit: costs nothing but once in `share`.
   * @returns undefined where there is nothing to wait for
   * @throws {TooMany} at once, or from the promise
   */
  take(limit: SharedLimit, whom: string): Promise<void> | undefined;
  close(): Promise<void>;
}

const SWEEP_MS = 10 * 60 * 1000;
/** Counting takes less than a thousandth of this. */
const GIVE_UP_AFTER_MS = 2_000;

/**
 * Opens the limits on connections of their own: counting waits for nothing, and a transaction that counts midway never
 * waits for itself. A power cut may forget half a second of counting, which is not worth a disk's time for every search.
 */
export function openLimits({ databaseUrl, log }: { databaseUrl: string; log: Logger }): Limits {
  const { pool } = connectDatabase(databaseUrl, {
    max: 2,
    answerWithinMs: GIVE_UP_AFTER_MS,
    settings: ['synchronous_commit = off'],
  });
  const shares = createShares((limit, whoms) =>
    count(pool, limit, whoms).catch((error) => {
      log.warn({ err: error }, 'a limit could not be counted');
      throw error;
    }),
  );
  const sweeping = setInterval(() => {
    shares.sweep();
    sweep(pool).catch((error) => log.warn({ err: error }, 'expired limits could not be removed'));
  }, SWEEP_MS).unref();
  return {
    async count(limit, whom) {
      const refused = await count(pool, limit, [whom]);
      if (refused.has(whom)) throw refused.get(whom);
    },
    giveBack: (limit, whom) => giveBack(pool, limit, whom),
    take: shares.take,
    async close() {
      clearInterval(sweeping);
      await pool.end();
    },
  };
}

/** No limits at all, for tests and benchmarks. */
export const NO_LIMITS: Limits = {
  count: async () => {},
  giveBack: async () => {},
  take: () => undefined,
  close: async () => {},
};
