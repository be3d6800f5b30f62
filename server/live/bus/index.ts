import type { Logger } from 'pino';
import type { Bus, BusListener } from './bus.ts';
import { createNatsBus } from './nats-bus.ts';
import { createPostgresBus } from './postgres-bus.ts';

export { type BusListener, type Following, REFETCH } from './bus.ts';

/**
 * The bus of the settings: NATS where it is set, otherwise PostgreSQL's own. The embedded database has one app on it by
 * its lock, and so nobody to tell.
 */
export async function createBus(
  { natsUrl, databaseUrl }: { natsUrl: string | undefined; databaseUrl: string | undefined },
  listener: BusListener,
  log: Logger,
): Promise<Bus | undefined> {
  if (natsUrl) return createNatsBus(natsUrl, listener, log);
  return databaseUrl ? createPostgresBus(databaseUrl, listener, log) : undefined;
}
