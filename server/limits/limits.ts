import { createHmac } from 'node:crypto';
import type pg from 'pg';
import type { Logger } from 'pino';
import { logRepeated } from '#server/logging/log-repeated.ts';
import type { Count, Limit } from './limit.ts';
import { LimitsUnavailable, type RateLimitExceeded } from './limit-errors.ts';
import { count, undoCount } from './limits-table.ts';
import { nodeClock } from './node-clock.ts';
import { createQuotaLeases } from './quota-leases.ts';
import { countKey, createRefusals } from './refusals.ts';

export type Limits = ReturnType<typeof createLimits>;

const CLEAR_LEASES_MS = 10 * 60 * 1000;

interface Dependencies {
  pool: pg.Pool;
  secret: string;
  log: Logger;
}

/** A node counts a limit by one `Limits` only, which has its leases and refusals. */
export function createLimits({ pool, secret, log }: Dependencies) {
  const refusals = createRefusals();
  // A row's calls wait for each other there anyway. Here they keep no connection busy meanwhile, and hear of a refusal.
  const runInTurn = createTurns();

  async function countAll(limit: Limit, whoms: readonly string[]): Promise<Map<string, RateLimitExceeded>> {
    const refused = new Map<string, RateLimitExceeded>();
    const keys = new Map<string, string>();
    for (const whom of whoms) {
      const known = refusals.find(limit, whom);
      if (known) refused.set(whom, known);
      else keys.set(limitKey(secret, whom), whom);
    }
    if (keys.size === 0) return refused;
    const askedAt = nodeClock.now();
    try {
      for (const [key, refusal] of await count(pool, limit, [...keys.keys()])) {
        const whom = keys.get(key)!;
        refusals.store(limit, whom, refusal, askedAt);
        refused.set(whom, refusal);
      }
      return refused;
    } catch (error) {
      logRepeated(log, 'warn', 'a limit could not be counted', { err: error });
      throw new LimitsUnavailable(error);
    }
  }

  const undo = (limit: Limit, whom: string) =>
    runInTurn(countKey(limit, whom), async () => {
      await undoCount(pool, limit, limitKey(secret, whom));
      refusals.forget(limit, whom);
    }).catch((error) => log.warn({ err: error }, 'a count could not be undone'));
  const leases = createQuotaLeases(countAll);
  const clearing = setInterval(leases.removeExpired, CLEAR_LEASES_MS).unref();
  return {
    /** Counts one use of each of these, or of none. @throws {RateLimitExceeded | LimitsUnavailable} */
    async count(...counts: readonly Count[]): Promise<void> {
      // Before the first count, which would have to be undone.
      const known = counts.map((counted) => refusals.find(...counted)).find((refusal) => refusal !== undefined);
      if (known) throw known;
      for (const [place, [limit, whom]] of counts.entries()) {
        const refused = await runInTurn(countKey(limit, whom), () => countAll(limit, [whom]));
        const refusal = refused.get(whom);
        if (!refusal) continue;
        await Promise.all(counts.slice(0, place).map((counted) => undo(...counted)));
        throw refusal;
      }
    },
    /** Takes one use back. A failure is only logged: what was done stays. */
    undo,
    consume: leases.consume,
    close: (): void => clearInterval(clearing),
  };
}

/** A keyed hash of an id, an address or a number: readers of the table or a backup cannot try all numbers. */
export function limitKey(secret: string, whom: string): string {
  return createHmac('sha256', secret).update(whom).digest('base64url').slice(0, 22);
}

export const NO_LIMITS: Limits = {
  count: async () => {},
  undo: async () => {},
  consume: () => undefined,
  close: () => {},
};

/** Runs work of a key in turn. A failure fails those that wait: they would meet the same outage. */
function createTurns(): <Result>(key: string, work: () => Promise<Result>) => Promise<Result> {
  const last = new Map<string, Promise<unknown>>();

  return (key, work) => {
    const turn = last.get(key)?.then(work) ?? work();
    last.set(key, turn);
    const end = () => {
      if (last.get(key) === turn) last.delete(key);
    };
    turn.then(end, end);
    return turn;
  };
}
