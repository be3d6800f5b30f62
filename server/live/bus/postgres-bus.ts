import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { type Bus, type BusListener, REFETCH } from './bus.ts';
import { eventLines, messageLine, pack, unpack } from './notification-payload.ts';
import { Presence } from './presence.ts';

const CHANNEL = 'moodring_live';

/** Separates the payloads in one parameter. JSON escapes this character, so no payload contains it. */
const PAYLOAD_SEPARATOR = '\x1e';
const NOTIFY = `select pg_notify('${CHANNEL}', payload) from unnest(string_to_array($1, e'\\x1e')) payload`;

/** Events kept while PostgreSQL is away. Beyond that they are replaced by one `refetch` for all people. */
const WAITING_MAX = 10_000;
const RETRY_MS = 500;

/** How often the connection is checked: one whose other end vanished reports nothing by itself. */
const CHECK_MS = 2_000;
/** For a PostgreSQL that accepts connections and does not answer. */
const CONNECT_MS = 10_000;

const NODE_NAME = 'moodring bus';

/** The backends of the other nodes on this database. */
const OTHER_NODES = `
  select pid::text from pg_stat_activity
  where application_name = '${NODE_NAME}' and datname = current_database() and pid <> pg_backend_pid()`;

/** An empty uid stands for all people. */
const REFETCH_ALL = eventLines([''], REFETCH);

/**
 * The bus over PostgreSQL's LISTEN and NOTIFY, on a connection of its own that reconnects by itself. Events of one tick, or
 * during one notification, go together in the next. Nodes send only what another node waits for (presence.ts). There a node
 * is named by the process id of its backend.
 */
export async function createPostgresBus(url: string, listener: BusListener, log: Logger): Promise<Bus> {
  const node = randomUUID();
  const ready = Promise.withResolvers<void>();
  const closing = new AbortController();
  /** Events survive a gap; what nodes tell each other about people begins anew after it. */
  let events: string[] = [];
  let messages: string[] = [];
  let isNotifying = false;
  let notified = Promise.resolve();
  let current: pg.Client | undefined;
  let session = node;
  const presence = new Presence({
    send(message) {
      // An empty notification is the message `join`.
      if (message.type === 'join') return;
      messages.push(messageLine(message));
      notifySoon();
    },
    refetch: (uids) => listener.onEvent(uids, () => REFETCH),
    onGap: () => listener.onGap(),
  });
  const listening = listen();

  async function listen(): Promise<void> {
    for (let connections = 0; !closing.signal.aborted; connections += 1) {
      const client = new pg.Client({
        connectionString: url,
        application_name: NODE_NAME,
        query_timeout: CHECK_MS,
        connectionTimeoutMillis: CONNECT_MS,
      });
      const ended = new Promise<void>((resolve) => client.once('end', resolve).on('error', () => resolve()));
      client.on('notification', ({ payload, processId }) => receive(payload ?? '', String(processId)));
      try {
        await client.connect();
        // A notification is a commit, but stores nothing: it need not wait for the disk.
        await client.query('set synchronous_commit = off');
        await client.query(`listen ${CHANNEL}`);
        session = `${node}.${connections}`;
        messages = [];
        presence.join(session);
        await client.query(NOTIFY, pack(session, []));
        await findNodes(client);
        current = client;
        if (connections > 0) void reportGap(client);
        ready.resolve();
        void notify();
        await Promise.race([ended, failedCheck(client)]);
        if (!closing.signal.aborted) log.warn('The bus between nodes was cut off');
      } catch (error) {
        if (!closing.signal.aborted) log.warn({ err: error }, 'The bus between nodes cannot be reached');
      }
      current = undefined;
      // Other nodes may join meanwhile, so events from now on wait for the new connection.
      presence.disconnect();
      void client.end().catch(() => {});
      await pause(RETRY_MS, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  async function failedCheck(client: pg.Client): Promise<void> {
    while (!closing.signal.aborted) {
      await pause(CHECK_MS, undefined, { signal: closing.signal }).catch(() => {});
      try {
        await findNodes(client);
      } catch {
        return;
      }
    }
  }

  async function findNodes(client: pg.Client): Promise<void> {
    // A node that joins during the query may be missing in its result.
    const before = presence.peerNames;
    const { rows } = await client.query<{ pid: string }>(OTHER_NODES);
    const pids = new Set(rows.map(({ pid }) => pid));
    for (const name of before) if (!pids.has(name)) presence.remove(name);
    presence.complete(pids);
  }

  /**
   * Until this node noticed the gap, it did not hear who arrived elsewhere, and may have kept events from them. So all people
   * on all nodes fetch again.
   */
  async function reportGap(client: pg.Client): Promise<void> {
    log.info('The bus between nodes is back');
    await presence.settled();
    // Cut off again: the next connection reports.
    if (current !== client) return;
    if (!presence.isAlone) send(REFETCH_ALL);
    listener.onGap();
  }

  function receive(payload: string, backend: string): void {
    if (payload.startsWith(node)) return;
    const { session, lines, messages } = unpack(payload);
    if (lines.length === 0 && messages.length === 0) greet(backend, session);
    for (const message of messages) {
      if (message.type === 'ended') listener.onSessionsEnded(message.uid);
      else presence.receive(backend, session, message);
    }
    for (const { uids, event } of lines) {
      if (uids[0] === '') listener.onGap();
      else listener.onEvent(uids, () => event);
    }
  }

  /** A node of an earlier version opens sockets without waiting for this one, which has sent it nothing. */
  function greet(backend: string, session: string): void {
    if (presence.isAlone) send(REFETCH_ALL);
    presence.receive(backend, session, { type: 'join' });
  }

  function send(lines: readonly string[]): void {
    if (events.length > WAITING_MAX) events = [...REFETCH_ALL];
    events.push(...lines);
    notifySoon();
  }

  function notifySoon(): void {
    if (!isNotifying) process.nextTick(notify);
  }

  function notify(): Promise<void> {
    if (!isNotifying) notified = notifyAll();
    return notified;
  }

  async function notifyAll(): Promise<void> {
    isNotifying = true;
    for (let client = current; client && messages.length + events.length > 0; client = current) {
      const lines = events;
      const payloads = pack(session, [...messages, ...lines]).join(PAYLOAD_SEPARATOR);
      messages = [];
      events = [];
      try {
        await client.query({ name: 'notify', text: NOTIFY, values: [payloads] });
      } catch {
        // The next connection sends them again.
        events = [...lines, ...events];
        if (current === client) current = undefined;
        void client.end().catch(() => {});
      }
    }
    isNotifying = false;
  }

  await ready.promise;
  return {
    publish(uids, event) {
      const interested = presence.interested(uids);
      if (interested.length > 0) send(eventLines(interested, event()));
    },
    publishSessionsEnded: (uid) => send([messageLine({ type: 'ended', uid })]),
    subscribe: (uid) => presence.arrive(uid),
    unsubscribe: (uid) => presence.leave(uid),
    mayBeElsewhere: (uid) => presence.interested([uid]).length > 0,
    async close() {
      closing.abort();
      presence.close();
      await notify();
      await current?.end().catch(() => {});
      await listening;
    },
  };
}
