import type pg from 'pg';
import { ProductError } from '#contract/errors.ts';
import { RateLimitExceeded } from '#server/limits/index.ts';

/** Exports that wait for the connection: so many wait for some seconds, and one more comes back. */
const MOST_WAITING = 20;
const COME_BACK_AFTER_S = 30;
const WORDS = 'Your data is on its way to you already. Please wait until that file is there.';

const LOCK = `select pg_try_advisory_lock(hashtextextended('export ' || $1, 0)) as "isFree"`;
const UNLOCK = `select pg_advisory_unlock(hashtextextended('export ' || $1, 0))`;

/**
 * One export at a time a person, over all nodes: advisory locks on a connection that a node holds while any of its exports
 * is under way. They end with that connection, however the node ends. When it breaks, a second export may begin: that
 * costs time, and nothing else.
 */
export class ExportQueue {
  readonly #pool: pg.Pool;
  readonly #underWay = new Set<string>();
  #connection: Promise<pg.PoolClient> | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #letGoWhenBroken = () => {};

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /**
   * Begins somebody's turn.
   * @returns ends it
   * @throws {ProductError} too_many when theirs has begun already; unavailable when too many others wait
   */
  async take(uid: string): Promise<() => Promise<void>> {
    if (this.#underWay.has(uid)) throw new RateLimitExceeded(WORDS, COME_BACK_AFTER_S);
    if (this.#pool.waitingCount >= MOST_WAITING) throw new ProductError('unavailable');
    this.#underWay.add(uid);
    try {
      const connection = await this.#hold();
      const { rows } = await this.#queueRequests(() => connection.query<{ isFree: boolean }>(LOCK, [uid]));
      if (!rows[0]?.isFree) throw new RateLimitExceeded(WORDS, COME_BACK_AFTER_S);
      return () => this.#end(uid, connection);
    } catch (error) {
      await this.#end(uid);
      throw error;
    }
  }

  /** A connection carries out one statement after the other. */
  #queueRequests<Result>(ask: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(ask);
    this.#last = result.catch(() => {});
    return result;
  }

  #hold(): Promise<pg.PoolClient> {
    this.#connection ??= this.#connect().catch((error) => {
      this.#connection = undefined;
      throw error;
    });
    return this.#connection;
  }

  async #connect(): Promise<pg.PoolClient> {
    const connection = await this.#pool.connect();
    this.#letGoWhenBroken = () => {
      this.#connection = undefined;
      connection.release(true);
    };
    return connection.once('end', this.#letGoWhenBroken);
  }

  /** @param connection that holds the lock, if it was got */
  async #end(uid: string, connection?: pg.PoolClient): Promise<void> {
    // A connection that broke has let go of the lock by itself.
    if (connection) await this.#queueRequests(() => connection.query(UNLOCK, [uid])).catch(() => {});
    this.#underWay.delete(uid);
    if (this.#underWay.size > 0) return;
    const held = await this.#connection;
    if (this.#underWay.size > 0 || !held) return;
    this.#connection = undefined;
    held.off('end', this.#letGoWhenBroken).release();
  }
}
