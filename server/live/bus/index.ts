import type { Logger } from 'pino';
import type { Bus, BusListener } from './bus.ts';
import { createNatsBus } from './nats-bus.ts';
import { createPostgresBus } from './postgres-bus.ts';

export { type BusListener, REFETCH } from './bus.ts';

/** NATS or PostgreSQL. None for the embedded database, which has one node. */
export async function createBus(
  { natsUrl, databaseUrl }: { natsUrl: string | undefined; databaseUrl: string | undefined },
  listener: BusListener,
  log: Logger,
): Promise<Bus | undefined> {
  if (natsUrl) return createNatsBus(natsUrl, listener, log);
  return databaseUrl ? createPostgresBus(databaseUrl, listener, log) : undefined;
}
