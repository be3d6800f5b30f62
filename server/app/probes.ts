import { Hono } from 'hono';
import { ProductError } from '#contract/errors.ts';
import type { ApiEnvironment } from '#server/http/api.ts';
import type { Health } from './health.ts';

const NO_STORE = { 'cache-control': 'no-store' };

/**
 * What machines ask, outside /api: `/livez` whether the process answers, which is all that a restart could mend, and
 * `/readyz` whether callers are served here. Neither says more, and neither is logged each time.
 */
export function probes(health: Health): Hono<ApiEnvironment> {
  const app = new Hono<ApiEnvironment>();
  app.get('/livez', (c) => c.json({ ok: true }, 200, NO_STORE));
  app.get('/readyz', async (c) => {
    if (await health.isReady()) return c.json({ ok: true }, 200, NO_STORE);
    return c.json({ error: new ProductError('unavailable').view }, 503, { ...NO_STORE, 'retry-after': '5' });
  });
  return app;
}
