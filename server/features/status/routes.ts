import { Hono } from 'hono';
import { ProductError } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';
import { hasBearerToken } from '#server/features/texts/index.ts';
import type { ApiEnvironment } from '#server/http/api.ts';
import { installationMetrics, metric, nodeMetrics, printMetrics } from './metrics.ts';
import { readStatus, type Status } from './read-status.ts';

const KEPT_MS = 15_000;

/** `/metrics` in the text format of Prometheus, for the bearer of METRICS_TOKEN. Without that setting there is none. */
export function statusRoutes(context: Context): Hono<ApiEnvironment> {
  const { config, bulkPool } = context;
  const app = new Hono<ApiEnvironment>();
  let kept: { until: number; status: Promise<Status> } | undefined;
  app.get('/metrics', async (c) => {
    if (!hasBearerToken(c.req.raw.headers, config.metricsToken)) throw new ProductError('not_found');
    if (!kept || performance.now() > kept.until)
      kept = { until: performance.now() + KEPT_MS, status: readStatus(bulkPool) };
    // Without the database the node still tells of itself.
    const installation = await kept.status.then(installationMetrics, () => {
      kept = undefined;
      return [];
    });
    const up = metric('database_up', 'Whether the database answered', installation.length > 0 ? 1 : 0);
    return c.text(printMetrics([up, ...nodeMetrics(context), ...installation]), 200, { 'cache-control': 'no-store' });
  });
  return app;
}
