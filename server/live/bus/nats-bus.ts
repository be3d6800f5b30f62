import { randomUUID } from 'node:crypto';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { type Bus, type BusListener, EVERYBODY, REFETCH } from './bus.ts';
import { open, seal } from './envelope.ts';

const SUBJECT = 'moodring.live';

/** A server that vanished without a word is noticed after two of these. */
const PING_MS = 2_000;
const RETRY_MS = 500;

/**
 * The bus over NATS. While it is away nothing is kept for it: when it is back, everybody on every node is told to fetch
 * again.
 * @param url `nats://host:port`, several with commas
 * @throws when no NATS server can be reached at start
 */
export async function createNatsBus(url: string, listener: BusListener, log: Logger): Promise<Bus> {
  const node = randomUUID();
  const nats = await connect({
    servers: url.split(','),
    name: 'moodring',
    noEcho: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RETRY_MS,
    pingInterval: PING_MS,
    maxPingOut: 1,
  });
  let isThere = true;
  nats.subscribe(SUBJECT, {
    callback(error, message) {
      const envelope = error ? null : open(message.string());
      if (envelope) listener.onTold(envelope);
    },
  });
  void watch(nats);

  async function watch(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect' && isThere) {
        isThere = false;
        log.warn('The bus between nodes was cut off');
      }
      if (type === 'reconnect') {
        isThere = true;
        nats.publish(SUBJECT, seal({ node, uids: EVERYBODY, frame: REFETCH }));
        listener.onGap();
      }
    }
  }

  return {
    publish(told) {
      if (isThere) nats.publish(SUBJECT, seal({ node, ...told }));
    },
    async close() {
      await nats.drain().catch(() => nats.close());
    },
  };
}
