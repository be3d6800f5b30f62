import { createHmac } from 'node:crypto';
import type { Logger } from 'pino';
import { connectDatabase } from '#server/database/connect.ts';
import { CONNECTIONS } from '#server/database/connection-budget.ts';
import type { Count, Limit, SharedLimit } from './limit.ts';
import type { RateLimitExceeded } from './limit-errors.ts';
import { count } from './limits-table.ts';
import { LimitsUnavailable } from './limits-unavailable.ts';
import { createQuotaLeases } from './quota-leases.ts';
import { sweep } from './remove-expired.ts';
import { undo } from './undo-count.ts';

/** How often who may do what. Counted in the database, so all nodes on it hold everybody to the same. */
export interface Limits {
  /**
   * Counts one more of each of these, or of none.
   * @throws {RateLimitExceeded} when it would be too many of one of them
   * @throws {LimitsUnavailable} when they cannot be counted
   */
  count(...counts: readonly Count[]): Promise<void>;
  /** Takes the last one of a limit back. */
  undo(limit: Limit, whom: string): Promise<void>;
  /**
   * Takes one from this node's share of a limit: costs nothing but once in `share`.
   * @returns undefined where there is nothing to wait for
   * @throws {RateLimitExceeded | LimitsUnavailable} at once, or from the promise
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
 * @param secret hides in the table who is counted: see `limitKey`
 */
export function openLimits({ databaseUrl, secret, log }: { databaseUrl: string; secret: string; log: Logger }): Limits {
  const { pool } = connectDatabase(databaseUrl, {
    ...CONNECTIONS.limits,
    statementTimeoutMs: GIVE_UP_AFTER_MS,
    settings: ['synchronous_commit = off'],
  });

  async function countAll(limit: Limit, whoms: readonly string[]): Promise<Map<string, RateLimitExceeded>> {
    const keys = new Map(whoms.map((whom) => [limitKey(secret, whom), whom]));
    try {
      const refused = await count(pool, limit, [...keys.keys()]);
      return new Map([...refused].map(([key, refusal]) => [keys.get(key)!, refusal]));
    } catch (error) {
      log.warn({ err: error }, 'a limit could not be counted');
      throw new LimitsUnavailable(error);
    }
  }

  const takeBack = (limit: Limit, whom: string) => undo(pool, limit, limitKey(secret, whom));
  const shares = createQuotaLeases(countAll);
  const sweeping = setInterval(() => {
    shares.sweep();
    sweep(pool).catch((error) => log.warn({ err: error }, 'expired limits could not be removed'));
  }, SWEEP_MS).unref();
  return {
    async count(...counts) {
      for (const [place, [limit, whom]] of counts.entries()) {
        const refusal = (await countAll(limit, [whom])).get(whom);
        if (!refusal) continue;
        await Promise.all(counts.slice(0, place).map((counted) => takeBack(...counted)));
        throw refusal;
      }
    },
    undo: takeBack,
    take: shares.take,
    async close() {
      clearInterval(sweeping);
      await pool.end();
    },
  };
}

/**
 * The key under which someone is counted. The table shows no id, address or phone number, also to those who have a backup
 * of it: without the secret nobody can find out by trying all numbers.
 */
export function limitKey(secret: string, whom: string): string {
  return createHmac('sha256', secret).update(whom).digest('base64url').slice(0, 22);
}

/** No limits at all, for tests and benchmarks. */
export const NO_LIMITS: Limits = {
  count: async () => {},
  undo: async () => {},
  take: () => undefined,
  close: async () => {},
};
