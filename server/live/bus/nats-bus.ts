import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { type Bus, type BusListener, REFETCH } from './bus.ts';
import { sharedSubscriptions } from './shared-subscriptions.ts';

/** One subject a person, so that a node hears only what somebody on it is to hear. */
const PERSON = 'moodring.person.';
const EVERYBODY = 'moodring.everybody';

/** A server that vanished without a word is noticed after two of these. */
const PING_MS = 2_000;
const RETRY_MS = 500;

/**
 * The bus over NATS. While it is away nothing is kept for it: when it is back, everybody on every node is told to fetch
 * again.
 * @param url `nats://user:password@host:port`, several with commas; the first one's user and password go for all
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
    // Without its cause, which is a refused connection as PostgreSQL's would be.
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
        // What is fetched before the subscriptions hold again could be old already.
        await effective();
        nats.publish(EVERYBODY, REFETCH);
        listener.onGap();
      }
    }
  }

  /** Resolves when NATS has taken everything so far; or is away, and whoever is there is told when it is back. */
  async function effective(): Promise<void> {
    if (isThere) await nats.flush().catch(() => {});
  }

  return {
    publish(uids, event) {
      if (!isThere) return;
      const bytes = Buffer.from(event());
      for (const uid of uids) nats.publish(PERSON + uid, bytes);
    },
    follow: sharedSubscriptions((uid) => {
      const subscription = nats.subscribe(PERSON + uid, {
        callback(error, message) {
          if (!error) listener.onTold([uid], () => message.string());
        },
      });
      return { effective: effective(), unsubscribe: () => subscription.unsubscribe() };
    }),
    async close() {
      await effective();
      await nats.close();
    },
  };
}

/** The library takes no user and password in an address. */
function serversIn(url: string): { servers: string[]; user?: string; pass?: string } {
  const addresses = url.split(',').map((address) => new URL(address));
  const { username, password } = addresses[0]!;
  const servers = addresses.map(({ protocol, host }) => `${protocol}//${host}`);
  return { servers, ...(username && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }) };
}
