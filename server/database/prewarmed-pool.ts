import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** too_many_connections, SQLSTATE; the words of a connection pooler that has none left are its own. */
const NO_FREE_CONNECTION = '53300';
const TRY_AGAIN_MS = 20;
const OPEN_AGAIN_MS = 1_000;

/**
 * A pool that keeps `min` connections open, also while nobody asks for one. Where PostgreSQL has no free connection left
 * for another one, a query waits for one of those that are open, as in a pool that is full: the library would fail it.
 */
export class PrewarmedPool extends pg.Pool {
  readonly #keeping: NodeJS.Timeout | undefined;

  constructor(config: pg.PoolConfig & { min: number }) {
    super(config);
    if (config.min === 0) return;
    this.#keeping = setInterval(() => void this.keep(), OPEN_AGAIN_MS).unref();
    void this.keep();
  }

  /** Opens what is missing. What cannot be opened now is tried again later, and by the next query. */
  async keep(): Promise<void> {
    const missing = Math.max(0, (this.options.min ?? 0) - this.totalCount);
    if (missing === 0 || this.ending) return;
    const opened = await Promise.allSettled(Array.from({ length: missing }, () => super.connect()));
    for (const one of opened) if (one.status === 'fulfilled') one.value.release();
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    const connected = this.#connectPatiently();
    if (!callback) return connected;
    connected.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => {}),
    );
  }

  async #connectPatiently(): Promise<pg.PoolClient> {
    const giveUpAt = performance.now() + (this.options.connectionTimeoutMillis ?? Number.POSITIVE_INFINITY);
    for (;;) {
      try {
        return await super.connect();
      } catch (error) {
        const isFull = (error as { code?: string }).code === NO_FREE_CONNECTION;
        if (!isFull || this.totalCount === 0 || performance.now() > giveUpAt) throw error;
        await pause(TRY_AGAIN_MS);
      }
    }
  }

  override async end(): Promise<void> {
    clearInterval(this.#keeping);
    await super.end();
  }
}

type Callback = Parameters<typeof pg.Pool.prototype.connect>[0];
