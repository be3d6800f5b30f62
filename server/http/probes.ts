import { Hono } from 'hono';
import { ProductError } from '#contract/errors.ts';
import type { Health } from '../health.ts';
import type { ApiEnvironment } from './api.ts';

/**
 * What machines ask, outside /api: `/livez` whether the process answers, which is all that a restart could mend, and
 * `/readyz` whether callers are served here. Neither says more, and neither is logged each time.
 */
export function probes(health: Health): Hono<ApiEnvironment> {
  const app = new Hono<ApiEnvironment>();
  app.use(async (c, next) => {
    await next();
    c.header('cache-control', 'no-store');
  });
  app.get('/livez', (c) => c.json({ ok: true }));
  app.get('/readyz', async (c) => {
    if (await health.isReady()) return c.json({ ok: true });
    return c.json({ error: new ProductError('unavailable').view }, 503, { 'retry-after': '5' });
  });
  return app;
}
