import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { connect, type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { type Bus, type BusListener, REFETCH } from './bus.ts';
import type { NodeMessage } from './node-message.ts';
import { Presence } from './presence.ts';

/** One subject for each person: a node subscribes only to people with a socket on it. */
const PERSON = 'moodring.person.';
const EVERYBODY = 'moodring.everybody';
/** What nodes tell each other, with the sender's session. */
const NODES = 'moodring.nodes';
/** The same for one node, by its session. */
const NODE = 'moodring.node.';

/** A NATS server that vanished silently is noticed after two of these. */
const PING_MS = 2_000;
const RETRY_MS = 500;

/** After this time all living nodes have answered a new one. Until then it sends and opens with care. */
const JOIN_MS = 500;
const BEAT_MS = 2_000;
/** A node that has sent nothing for so long is gone. */
const SILENCE_MS = 10_000;

type Parcel = { from: string } & NodeMessage;

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
  let session = randomUUID();
  let beatAt = performance.now();
  /** When each other node sent its last message. */
  const heardAt = new Map<string, number>();
  const presence = new Presence({
    send: (message) => tell(message),
    refetch: (uids) => listener.onEvent(uids, () => REFETCH),
    onGap: () => listener.onGap(),
  });
  nats.subscribe(EVERYBODY, { callback: () => listener.onGap() });
  const forNodes = {
    callback(error: Error | null, message: Msg) {
      if (!error) receive(message.json<Parcel>());
    },
  };
  nats.subscribe(NODES, forNodes);
  let forThisNode = nats.subscribe(NODE + session, forNodes);
  await nats.flush();
  void join();
  void watch(nats);
  const beats = setInterval(beat, BEAT_MS).unref();

  async function watch(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect' && isThere) {
        isThere = false;
        presence.disconnect();
        log.warn('The bus between nodes was cut off');
      }
      if (type === 'reconnect') {
        isThere = true;
        log.info('The bus between nodes is back');
        void reportGap();
      }
    }
  }

  /** A browser that fetches before this node and the others know its person again could miss an event. */
  async function reportGap(): Promise<void> {
    await flushed();
    const joined = await join();
    await presence.settled();
    // Cut off again: the next connection reports.
    if (!isThere || session !== joined) return;
    nats.publish(EVERYBODY, REFETCH);
    listener.onGap();
  }

  /** @returns the session of this connection, when all living nodes have had time to answer */
  async function join(): Promise<string> {
    session = randomUUID();
    const joining = session;
    forThisNode.unsubscribe();
    forThisNode = nats.subscribe(NODE + joining, forNodes);
    heardAt.clear();
    presence.join(joining);
    await pause(JOIN_MS, undefined, { ref: false });
    if (session === joining) presence.complete();
    return joining;
  }

  function tell(message: NodeMessage): void {
    const subject = 'to' in message ? NODE + message.to : NODES;
    if (isThere) nats.publish(subject, JSON.stringify({ from: session, ...message } satisfies Parcel));
  }

  function receive({ from, ...message }: Parcel): void {
    if (message.type === 'ended') {
      listener.onSessionsEnded(message.uid);
      return;
    }
    if (message.type === 'leave') heardAt.delete(from);
    else heardAt.set(from, performance.now());
    presence.receive(from, from, message);
  }

  function beat(): void {
    tell(presence.beat());
    const now = performance.now();
    const wasBlocked = now - beatAt > 2 * BEAT_MS;
    beatAt = now;
    // What the others sent meanwhile has not been read yet.
    if (wasBlocked) return;
    for (const [name, at] of heardAt) {
      if (now - at < SILENCE_MS) continue;
      heardAt.delete(name);
      presence.remove(name);
    }
  }

  /** Resolves when NATS has received all commands so far; at once while it is away, because a refetch follows. */
  async function flushed(): Promise<void> {
    if (isThere) await nats.flush().catch(() => {});
  }

  const subscriptions = new SharedSubscriptions((uid) => {
    const subscription = nats.subscribe(PERSON + uid, {
      callback(error, message) {
        if (!error) listener.onEvent([uid], () => message.string());
      },
    });
    return { subscription, ready: flushed() };
  });

  return {
    publish(uids, event) {
      if (!isThere) return;
      const interested = presence.interested(uids);
      if (interested.length === 0) return;
      const bytes = Buffer.from(event());
      for (const uid of interested) nats.publish(PERSON + uid, bytes);
    },
    publishSessionsEnded: (uid) => tell({ type: 'ended', uid }),
    async subscribe(uid) {
      await Promise.all([subscriptions.add(uid), presence.arrive(uid)]);
    },
    unsubscribe(uid) {
      subscriptions.remove(uid);
      presence.leave(uid);
    },
    mayBeElsewhere: (uid) => presence.interested([uid]).length > 0,
    async close() {
      clearInterval(beats);
      presence.close();
      await flushed();
      isThere = false;
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
  subscription: Subscription;
  ready: Promise<void>;
}

/** Shares one subscription between all sockets of a person, until the last one ends. */
class SharedSubscriptions {
  readonly #subscribe: (uid: string) => NatsSubscription;
  readonly #byPerson = new Map<string, NatsSubscription & { sockets: number }>();

  constructor(subscribe: (uid: string) => NatsSubscription) {
    this.#subscribe = subscribe;
  }

  /** Resolves when NATS knows the subscription. */
  add(uid: string): Promise<void> {
    const shared = this.#byPerson.get(uid) ?? { ...this.#subscribe(uid), sockets: 0 };
    this.#byPerson.set(uid, shared);
    shared.sockets += 1;
    return shared.ready;
  }

  remove(uid: string): void {
    const shared = this.#byPerson.get(uid);
    if (!shared) return;
    shared.sockets -= 1;
    if (shared.sockets > 0) return;
    this.#byPerson.delete(uid);
    shared.subscription.unsubscribe();
  }
}
