import { connect, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { type Bus, type BusListener, REFETCH } from './bus.ts';

/** One subject for each person: a node subscribes only to people with a socket on it, and NATS drops the rest. */
const PERSON = 'moodring.person.';
const EVERYBODY = 'moodring.everybody';
const SESSIONS_ENDED = 'moodring.ended';

/** A NATS server that vanished silently is noticed after two of these. */
const PING_MS = 2_000;
const RETRY_MS = 500;

/** @param url `nats://user:password@host:port,…`, with the first one's user and password @throws when none can be reached */
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
  nats.subscribe(SESSIONS_ENDED, {
    callback(error, message) {
      if (!error) listener.onSessionsEnded(message.string());
    },
  });
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
        void reportGap();
      }
    }
  }

  /** A browser that fetches before NATS knows its person's subscription again could miss an event. */
  async function reportGap(): Promise<void> {
    await flushed();
    publish(EVERYBODY, REFETCH);
    listener.onGap();
  }

  function publish(subject: string, payload: string | Uint8Array): void {
    if (isThere) nats.publish(subject, payload);
  }

  /** Resolves when NATS has received all commands so far; at once while it is away, because a refetch follows. */
  async function flushed(): Promise<void> {
    if (isThere) await nats.flush().catch(() => {});
  }

  /** Of people, with the number of their sockets. */
  const subscriptions = new Map<string, { subscription: Subscription; ready: Promise<void>; sockets: number }>();

  function subscribe(uid: string) {
    const subscription = nats.subscribe(PERSON + uid, {
      callback(error, message) {
        if (!error) listener.onEvent([uid], () => message.string());
      },
    });
    const shared = { subscription, ready: flushed(), sockets: 0 };
    subscriptions.set(uid, shared);
    return shared;
  }

  return {
    publish(uids, event) {
      const bytes = Buffer.from(event());
      for (const uid of uids) publish(PERSON + uid, bytes);
    },
    publishSessionsEnded: (uid) => publish(SESSIONS_ENDED, uid),
    subscribe(uid) {
      const shared = subscriptions.get(uid) ?? subscribe(uid);
      shared.sockets += 1;
      return shared.ready;
    },
    unsubscribe(uid) {
      const shared = subscriptions.get(uid);
      if (!shared) return;
      shared.sockets -= 1;
      if (shared.sockets > 0) return;
      subscriptions.delete(uid);
      shared.subscription.unsubscribe();
    },
    isAlone: false,
    async close() {
      await flushed();
      isThere = false;
      await nats.close();
    },
  };
}

function serversIn(url: string): { servers: string[]; user?: string; pass?: string } {
  const addresses = url.split(',').map((address) => new URL(address));
  const { username, password } = addresses[0]!;
  const servers = addresses.map(({ protocol, host }) => `${protocol}//${host}`);
  return { servers, ...(username && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }) };
}
