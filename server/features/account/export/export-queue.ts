import type pg from 'pg';
import { ProductError } from '#contract/errors.ts';
import { RateLimitExceeded } from '#server/limits/index.ts';

/** Queries that may wait for a connection. They take some seconds; further exports are refused. */
const MAX_WAITING = 20;
const RETRY_AFTER_S = 30;
const MESSAGE = 'Your data is on its way to you already. Please wait until that file is there.';

const LOCK = `select pg_try_advisory_lock(hashtextextended('export ' || $1, 0)) as "isFree"`;
const UNLOCK = `select pg_advisory_unlock(hashtextextended('export ' || $1, 0))`;

/**
 * Allows each person one export at a time, over all nodes: with advisory locks on a connection that the node holds while any
 * of its exports runs. The locks end with the connection, even when the node crashes. If only the connection breaks, a second
 * export may begin, which costs time and nothing else.
 */
export class ExportQueue {
  readonly #pool: pg.Pool;
  readonly #running = new Set<string>();
  #connection: Promise<pg.PoolClient> | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #onConnectionEnd = () => {};

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /**
   * Begins a person's export.
   * @returns a function that ends it
   * @throws {ProductError} too_many while the person has another one; unavailable when too many others wait
   */
  async begin(uid: string): Promise<() => Promise<void>> {
    if (this.#running.has(uid)) throw new RateLimitExceeded(MESSAGE, RETRY_AFTER_S);
    if (this.#pool.waitingCount >= MAX_WAITING) throw new ProductError('unavailable');
    this.#running.add(uid);
    try {
      const connection = await this.#lockConnection();
      const { rows } = await this.#enqueue(() => connection.query<{ isFree: boolean }>(LOCK, [uid]));
      if (!rows[0]?.isFree) throw new RateLimitExceeded(MESSAGE, RETRY_AFTER_S);
      return () => this.#end(uid, connection);
    } catch (error) {
      await this.#end(uid);
      throw error;
    }
  }

  /** The driver takes one statement at a time. */
  #enqueue<Result>(ask: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(ask);
    this.#last = result.catch(() => {});
    return result;
  }

  #lockConnection(): Promise<pg.PoolClient> {
    this.#connection ??= this.#connect().catch((error) => {
      this.#connection = undefined;
      throw error;
    });
    return this.#connection;
  }

  async #connect(): Promise<pg.PoolClient> {
    const connection = await this.#pool.connect();
    this.#onConnectionEnd = () => {
      this.#connection = undefined;
      connection.release(true);
    };
    return connection.once('end', this.#onConnectionEnd);
  }

  /** @param connection the one with the lock, when it was taken */
  async #end(uid: string, connection?: pg.PoolClient): Promise<void> {
    // A broken connection has released the lock already.
    if (connection) await this.#enqueue(() => connection.query(UNLOCK, [uid])).catch(() => {});
    this.#running.delete(uid);
    if (this.#running.size > 0) return;
    const held = await this.#connection;
    if (this.#running.size > 0 || !held) return;
    this.#connection = undefined;
    held.off('end', this.#onConnectionEnd).release();
  }
}
