import { Hono } from 'hono';
import type pg from 'pg';
import type { Logger } from 'pino';
import { ProductError } from '#contract/errors.ts';
import type { ChatConnection } from '#server/database/chat-connection.ts';
import type { ApiEnvironment } from '#server/http/api.ts';
import { withTimeout } from '#server/http/with-timeout.ts';

export type Health = ReturnType<typeof createHealth>;

/** Shorter than an API call may take, so that monitoring notices an outage first. */
const ANSWER_WITHIN_MS = 2_000;
const NO_STORE = { 'cache-control': 'no-store' };

/** Uses open connections only: if one answers, the server can serve, also when PostgreSQL has no free connection. */
export function createHealth(parts: { pool: pg.Pool; chatConnection: ChatConnection; log: Logger }) {
  const { pool, chatConnection, log } = parts;
  let isDraining = false;
  let wasAnswering = true;
  let checking: Promise<boolean> | undefined;

  async function check(): Promise<boolean> {
    const queries: Promise<unknown>[] = [chatConnection.query({ text: 'select' })];
    // A pool without an idle connection would open one, or queue the query behind others.
    if (pool.idleCount > 0 && pool.waitingCount === 0) queries.push(pool.query('select'));
    const isAnswering = await withTimeout(ANSWER_WITHIN_MS, Promise.any(queries)).then(
      () => true,
      () => false,
    );
    if (isAnswering !== wasAnswering) {
      if (isAnswering) log.info('The database answers again: ready');
      else log.warn('The database does not answer: not ready');
    }
    wasAnswering = isAnswering;
    return isAnswering;
  }

  return {
    async isReady(): Promise<boolean> {
      if (isDraining) return false;
      checking ??= check().finally(() => {
        checking = undefined;
      });
      return (await checking) && !isDraining;
    },
    drain(): void {
      isDraining = true;
    },
  };
}

/** `/livez`: the process answers; `/readyz`: it should get requests; `/api/health`: the API's pool answers. None is logged. */
export function healthRoutes(health: Health, pool: pg.Pool): Hono<ApiEnvironment> {
  const app = new Hono<ApiEnvironment>();
  app.get('/livez', (c) => c.json({ ok: true }, 200, NO_STORE));
  app.get('/readyz', async (c) => {
    if (await health.isReady()) return c.json({ ok: true }, 200, NO_STORE);
    return c.json({ error: new ProductError('unavailable').view() }, 503, { ...NO_STORE, 'retry-after': '5' });
  });
  app.get('/api/health', async (c) => {
    await withTimeout(ANSWER_WITHIN_MS, pool.query('select'));
    return c.json({ ok: true });
  });
  return app;
}
