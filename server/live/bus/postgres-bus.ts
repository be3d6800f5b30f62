import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { type Bus, type BusListener, REFETCH } from './bus.ts';
import { eventLines, pack, sessionsEndedLine, unpack } from './notification-payload.ts';

const CHANNEL = 'moodring_live';

/** Separates the payloads in one parameter. JSON escapes this character, so no payload contains it. */
const PAYLOAD_SEPARATOR = '\x1e';
const NOTIFY = `select pg_notify('${CHANNEL}', payload) from unnest(string_to_array($1, e'\\x1e')) payload`;

/** Events kept while PostgreSQL is away. Beyond that they are replaced by one `refetch` for all people. */
const WAITING_MAX = 10_000;
const RETRY_MS = 500;

/** How often the connection is checked: one whose other end vanished reports nothing by itself. */
const CHECK_MS = 2_000;
const CONNECT_MS = 10_000;

const NODE_NAME = 'moodring bus';

const OTHER_NODES = `
  select from pg_stat_activity
  where application_name = '${NODE_NAME}' and datname = current_database() and pid <> pg_backend_pid()`;

const REFETCH_ALL = eventLines([''], REFETCH);

/** LISTEN and NOTIFY. A lone node sends nothing; a new node greets, and is told to fetch again. */
export async function createPostgresBus(url: string, listener: BusListener, log: Logger): Promise<Bus> {
  const node = randomUUID();
  const ready = Promise.withResolvers<void>();
  const closing = new AbortController();
  let waiting: string[] = [];
  let isNotifying = false;
  let notified = Promise.resolve();
  let current: pg.Client | undefined;
  let isAlone = false;
  let greetings = 0;
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
      client.on('notification', ({ payload }) => receive(payload ?? ''));
      try {
        await client.connect();
        // A notification is a commit, but stores nothing: it need not wait for the disk.
        await client.query('set synchronous_commit = off');
        await client.query(`listen ${CHANNEL}`);
        await client.query(NOTIFY, pack(node, []));
        await findNodes(client);
        current = client;
        if (connections > 0) reportGap();
        ready.resolve();
        void notify();
        await Promise.race([ended, failedCheck(client)]);
        if (!closing.signal.aborted) log.warn('The bus between nodes was cut off');
      } catch (error) {
        if (!closing.signal.aborted) log.warn({ err: error }, 'The bus between nodes cannot be reached');
      }
      current = undefined;
      // Other nodes may come meanwhile, so events from now on wait for the new connection.
      isAlone = false;
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
    const before = greetings;
    const { rowCount } = await client.query(OTHER_NODES);
    // The result may lack a node that has greeted meanwhile.
    isAlone = rowCount === 0 && greetings === before;
  }

  function reportGap(): void {
    log.info('The bus between nodes is back');
    if (!isAlone) send(REFETCH_ALL);
    listener.onGap();
  }

  function receive(payload: string): void {
    const { node: sender, events, sessionsEnded } = unpack(payload);
    if (sender === node) return;
    if (events.length === 0 && sessionsEnded.length === 0) greet();
    for (const uid of sessionsEnded) listener.onSessionsEnded(uid);
    for (const { uids, event } of events) {
      if (uids[0] === '') listener.onGap();
      else listener.onEvent(uids, () => event);
    }
  }

  /** Events since the other node began to listen were not sent. */
  function greet(): void {
    greetings += 1;
    if (isAlone) send(REFETCH_ALL);
    isAlone = false;
  }

  function send(lines: readonly string[]): void {
    if (waiting.length > WAITING_MAX) waiting = [...REFETCH_ALL];
    waiting.push(...lines);
    if (!isNotifying) process.nextTick(notify);
  }

  function notify(): Promise<void> {
    if (!isNotifying) notified = notifyAll();
    return notified;
  }

  async function notifyAll(): Promise<void> {
    isNotifying = true;
    for (let client = current; client && waiting.length > 0; client = current) {
      const lines = waiting;
      waiting = [];
      try {
        await client.query({ name: 'notify', text: NOTIFY, values: [pack(node, lines).join(PAYLOAD_SEPARATOR)] });
      } catch {
        waiting = [...lines, ...waiting];
        if (current === client) current = undefined;
        void client.end().catch(() => {});
      }
    }
    isNotifying = false;
  }

  await ready.promise;
  return {
    publish(uids, event) {
      if (!isAlone) send(eventLines(uids, event()));
    },
    publishSessionsEnded(uid) {
      if (!isAlone) send([sessionsEndedLine(uid)]);
    },
    // Every event arrives here. While PostgreSQL is away, a refetch follows.
    subscribe: async () => {},
    unsubscribe() {},
    get isAlone() {
      return isAlone;
    },
    async close() {
      closing.abort();
      await notify();
      await current?.end().catch(() => {});
      await listening;
    },
  };
}
