import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { type Bus, type BusListener, type BusSubscription, REFETCH } from './bus.ts';

/** One subject for each person: a node subscribes only to people with a socket on it. */
const PERSON = 'moodring.person.';
const EVERYBODY = 'moodring.everybody';

/** A NATS server that vanished silently is noticed after two of these. */
const PING_MS = 2_000;
const RETRY_MS = 500;

/**
 * The bus over NATS. Events are dropped while NATS is away. When it is back, all browsers on all nodes fetch again.
 * @param url `nats://user:password@host:port`; several separated by commas, with the first one's user and password
 * @throws when no NATS server can be reached at start
 */
export async function createNatsBus(url: string, listener: BusListener, log: Logger): Promise<Bus> {
  const nats = await connect({
    ...serversIn(url),
    name: 'moodring',
    noEcho: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RETRY_MS,
    pingInterval: PING_MS,
    maxPingOut: 1,
  }).catch((error: Error) => {
    // No `cause`: explainStartFailure would take its ECONNREFUSED for PostgreSQL's.
    throw new Error(`NATS cannot be reached: ${error.message}. See NATS_URL.`);
  });
  let isThere = true;
  nats.subscribe(EVERYBODY, { callback: () => listener.onGap() });
  await nats.flush();
  void watch(nats);

  async function watch(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect' && isThere) {
        isThere = false;
        log.warn('The bus between nodes was cut off');
      }
      if (type === 'reconnect') {
        isThere = true;
        log.info('The bus between nodes is back');
        // A browser that fetches before the subscriptions are back could miss an event.
        await flushed();
        nats.publish(EVERYBODY, REFETCH);
        listener.onGap();
      }
    }
  }

  /** Resolves when NATS has received all commands so far; at once while it is away, because a refetch follows. */
  async function flushed(): Promise<void> {
    if (isThere) await nats.flush().catch(() => {});
  }

  return {
    publish(uids, event) {
      if (!isThere) return;
      const bytes = Buffer.from(event());
      for (const uid of uids) nats.publish(PERSON + uid, bytes);
    },
    subscribe: sharedSubscriptions((uid) => {
      const subscription = nats.subscribe(PERSON + uid, {
        callback(error, message) {
          if (!error) listener.onEvent([uid], () => message.string());
        },
      });
      return { ready: flushed(), unsubscribe: () => subscription.unsubscribe() };
    }),
    async close() {
      await flushed();
      await nats.close();
    },
  };
}

/** The library does not read user and password from an address. */
function serversIn(url: string): { servers: string[]; user?: string; pass?: string } {
  const addresses = url.split(',').map((address) => new URL(address));
  const { username, password } = addresses[0]!;
  const servers = addresses.map(({ protocol, host }) => `${protocol}//${host}`);
  return { servers, ...(username && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }) };
}

interface NatsSubscription {
  ready: Promise<void>;
  unsubscribe(): void;
}

/** Shares one subscription between all sockets of a person, until the last one ends. */
function sharedSubscriptions(subscribe: (uid: string) => NatsSubscription): (uid: string) => BusSubscription {
  const byPerson = new Map<string, NatsSubscription & { sockets: number }>();
  return (uid) => {
    const shared = byPerson.get(uid) ?? { ...subscribe(uid), sockets: 0 };
    byPerson.set(uid, shared);
    shared.sockets += 1;
    return {
      ready: shared.ready,
      end() {
        shared.sockets -= 1;
        if (shared.sockets > 0) return;
        byPerson.delete(uid);
        shared.unsubscribe();
      },
    };
  };
}
