import type { PoolOptions } from './connect.ts';

interface Share extends PoolOptions {
  max: number;
  /** Held open from the start, so that the pool works even when PostgreSQL's `max_connections` are used up. */
  kept: number;
}

const withoutWays = (...ways: string[]) => ways.map((way) => `enable_${way} = off`);

/** One plan, whatever the texts and the statistics are. JIT would only delay it. */
const ONE_PLAN = ['plan_cache_mode = force_generic_plan', 'jit = off'];

/** Plans use an index for each row. Without `hashagg`, `union` sorts the pairs: the order of locks. */
const INDEX_PLANS = [...ONE_PLAN, ...withoutWays('hashjoin', 'mergejoin', 'seqscan', 'hashagg', 'material')];

export const CONNECTIONS = {
  /** Who leaves may hold their row for seconds: all may not wait for it together for longer. */
  main: { max: 5, kept: 2, settings: ['lock_timeout = 2000'] },
  /** Looks up sessions and stores moods: whatever waits for the main ones delays no call for support. */
  help: { max: 3, kept: 1 },
  /** Another node's batch holds a lock for some 10 ms. A longer lock concerns one pair, and must not delay the others. */
  chat: { max: 1, kept: 1, settings: ['lock_timeout = 500', ...INDEX_PLANS] },
  /** Makes, limits, claims and settles texts and pushes: no flood of lists delays a call for support, nor the other way round. */
  outbox: { max: 4, kept: 3, settings: INDEX_PLANS },
  identity: { max: 4, kept: 1 },
  /** Counting waits for nothing else, nor for the disk: a power cut loses half a second. */
  limits: { max: 2, kept: 1, statementTimeoutMs: 2_000, settings: ['synchronous_commit = off'] },
  /**
   * Searches, photos, exports and the purge of deleted accounts. Long or large work delays no message and no mood. A page of an
   * export may take long; proxies cut off a connection that is silent for a minute.
   */
  bulk: {
    max: 6,
    kept: 1,
    connectTimeoutMs: 5_000,
    statementTimeoutMs: 10_000,
    settings: [...ONE_PLAN, 'max_parallel_workers_per_gather = 0', ...withoutWays('seqscan', 'bitmapscan')],
  },
} satisfies Record<string, Share>;

/** The bus between nodes, or the lock of the embedded database's folder: a node has one of the two. */
const SINGLE = 1;

export function connectionBudget(): { max: number; kept: number } {
  const shares = Object.values(CONNECTIONS);
  return {
    max: shares.reduce((sum, { max }) => sum + max, SINGLE),
    kept: shares.reduce((sum, { kept }) => sum + kept, SINGLE),
  };
}
