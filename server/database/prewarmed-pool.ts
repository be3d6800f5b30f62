import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { SQL_STATE, sqlState } from './sql-state.ts';

const RETRY_MS = 20;
const REOPEN_MS = 1_000;

/** Keeps `min` connections open. When PostgreSQL has no free one, a query waits for these; the library alone would fail it. */
export class PrewarmedPool extends pg.Pool {
  readonly #keeping: NodeJS.Timeout | undefined;

  constructor(config: pg.PoolConfig & { min: number }) {
    super(config);
    if (config.min === 0) return;
    this.#keeping = setInterval(() => void this.keep(), REOPEN_MS).unref();
    void this.keep();
  }

  async keep(): Promise<void> {
    const missing = Math.max(0, (this.options.min ?? 0) - this.totalCount);
    if (missing === 0 || this.ending) return;
    const opened = await Promise.allSettled(Array.from({ length: missing }, () => super.connect()));
    for (const one of opened) if (one.status === 'fulfilled') one.value.release();
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    const connected = this.#connectOrWait();
    if (!callback) return connected;
    connected.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => {}),
    );
  }

  async #connectOrWait(): Promise<pg.PoolClient> {
    const giveUpAt = performance.now() + (this.options.connectionTimeoutMillis ?? Number.POSITIVE_INFINITY);
    for (;;) {
      try {
        return await super.connect();
      } catch (error) {
        const isFull = sqlState(error) === SQL_STATE.tooManyConnections;
        if (!isFull || this.totalCount === 0 || performance.now() > giveUpAt) throw error;
        await pause(RETRY_MS);
      }
    }
  }

  override async end(): Promise<void> {
    clearInterval(this.#keeping);
    await super.end();
  }
}

type Callback = Parameters<typeof pg.Pool.prototype.connect>[0];
