import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { type Bus, type BusListener, REFETCH } from './bus.ts';
import { eventLines, pack, unpack } from './notification-payload.ts';

const CHANNEL = 'moodring_live';

/** Separates the payloads in one parameter. JSON escapes this character, so no payload contains it. */
const PAYLOAD_SEPARATOR = '\x1e';
const NOTIFY = `select pg_notify('${CHANNEL}', payload) from unnest(string_to_array($1, e'\\x1e')) payload`;

/** Lines kept while PostgreSQL is away. Beyond that they are replaced by one `refetch` for all people. */
const WAITING_MAX = 10_000;
const RETRY_MS = 500;

/** How often the connection is checked: one whose other end vanished reports nothing by itself. */
const CHECK_MS = 2_000;
/** For a PostgreSQL that accepts connections and does not answer. */
const CONNECT_MS = 10_000;

const NODE_NAME = 'moodring bus';

/** The number of nodes on this database, this one included. */
const COUNT_NODES = `
  select count(*)::integer as nodes from pg_stat_activity
  where application_name = '${NODE_NAME}' and datname = current_database()`;

/** An empty uid stands for all people. */
const REFETCH_ALL = eventLines([''], REFETCH);

/**
 * The bus over PostgreSQL's LISTEN and NOTIFY, on a connection of its own that reconnects by itself. Events of one tick, or
 * during one notification, go together in the next. A node that is alone sends nothing until a new node greets it.
 */
export async function createPostgresBus(url: string, listener: BusListener, log: Logger): Promise<Bus> {
  const node = randomUUID();
  const ready = Promise.withResolvers<void>();
  let isAlone = false;
  let greetings = 0;
  const closing = new AbortController();
  let waiting: string[] = [];
  let notifying = false;
  let current: pg.Client | undefined;
  const listening = listen();

  async function listen(): Promise<void> {
    for (let isFirst = true; !closing.signal.aborted; isFirst = false) {
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
        await countNodes(client);
        current = client;
        if (!isFirst) {
          log.info('The bus between nodes is back');
          listener.onGap();
        }
        ready.resolve();
        void notify();
        await Promise.race([ended, failedCheck(client)]);
        if (!closing.signal.aborted) log.warn('The bus between nodes was cut off');
      } catch (error) {
        if (!closing.signal.aborted) log.warn({ err: error }, 'The bus between nodes cannot be reached');
      }
      current = undefined;
      // Other nodes may join meanwhile, so events from now on wait for the new connection.
      isAlone = false;
      void client.end().catch(() => {});
      await pause(RETRY_MS, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  async function failedCheck(client: pg.Client): Promise<void> {
    while (!closing.signal.aborted) {
      await pause(CHECK_MS, undefined, { signal: closing.signal }).catch(() => {});
      try {
        await countNodes(client);
      } catch {
        return;
      }
    }
  }

  async function countNodes(client: pg.Client): Promise<void> {
    const before = greetings;
    const { rows } = await client.query<{ nodes: number }>(COUNT_NODES);
    // A node that greeted during the count may be missing in it.
    isAlone = rows[0]?.nodes === 1 && greetings === before;
  }

  function receive(payload: string): void {
    if (payload.startsWith(node)) return;
    const { lines } = unpack(payload);
    if (lines.length === 0) greetBack();
    for (const { uids, event } of lines) {
      if (uids[0] === '') listener.onGap();
      else listener.onEvent(uids, () => event);
    }
  }

  /** Before its greeting arrived, sockets may have opened on the new node, and this node has sent them nothing. */
  function greetBack(): void {
    greetings += 1;
    if (isAlone) send(REFETCH_ALL);
    isAlone = false;
  }

  function send(lines: readonly string[]): void {
    if (waiting.length > WAITING_MAX) waiting = [...REFETCH_ALL];
    waiting.push(...lines);
    if (!notifying) process.nextTick(notify);
  }

  async function notify(): Promise<void> {
    if (notifying) return;
    notifying = true;
    for (let client = current; client && waiting.length > 0; client = current) {
      const lines = waiting;
      waiting = [];
      try {
        const payloads = pack(node, lines).join(PAYLOAD_SEPARATOR);
        await client.query({ name: 'notify', text: NOTIFY, values: [payloads] });
      } catch {
        // The next connection sends them again.
        waiting = [...lines, ...waiting];
        if (current === client) current = undefined;
        void client.end().catch(() => {});
      }
    }
    notifying = false;
  }

  await ready.promise;
  return {
    publish(uids, event) {
      if (!isAlone) send(eventLines(uids, event()));
    },
    subscribe: () => undefined,
    async close() {
      closing.abort();
      await current?.end().catch(() => {});
      await listening;
    },
  };
}
