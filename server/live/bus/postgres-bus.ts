import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { type Bus, type BusListener, REFETCH } from './bus.ts';
import { linesOf, pack, unpack } from './notification-payload.ts';

const CHANNEL = 'moodring_live';

/** Several parcels go as one value; no parcel holds it, because JSON escapes it. */
const BETWEEN_PARCELS = '\x1e';
const NOTIFY = `select pg_notify('${CHANNEL}', parcel) from unnest(string_to_array($1, e'\\x1e')) parcel`;

/** What piles up while PostgreSQL is away; beyond it everybody is told to fetch again instead. */
const WAITING_MAX = 10_000;
const RETRY_MS = 500;

/** A connection whose other end vanished says nothing by itself, so it is asked this often. */
const CHECK_MS = 2_000;
/** A PostgreSQL that takes connections and says nothing. */
const CONNECT_MS = 10_000;

const NODE_NAME = 'moodring bus';

/** How many nodes listen on this database, this one included. */
const COUNT_NODES = `
  select count(*)::integer as nodes from pg_stat_activity
  where application_name = '${NODE_NAME}' and datname = current_database()`;

/** Instead of naming people: all who listen. */
const TO_EVERYBODY = linesOf([''], REFETCH);

/**
 * The bus that is always there: PostgreSQL's LISTEN and NOTIFY. It listens on a connection of its own, which comes back
 * by itself; what is said in one turn, and during one notification, goes together in the next. A node that is alone says
 * nothing, until another one that joins greets it.
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
      client.on('notification', ({ payload }) => hear(payload ?? ''));
      try {
        await client.connect();
        // A notification is a commit, but there is nothing in it to keep: it need not wait for the disk.
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
      // Others may join unheard meanwhile: what is said from now on waits for the connection.
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
    // Who greeted during the count may not be in it.
    isAlone = rows[0]?.nodes === 1 && greetings === before;
  }

  function hear(parcel: string): void {
    if (parcel.startsWith(node)) return;
    const { lines } = unpack(parcel);
    if (lines.length === 0) greetBack();
    for (const { uids, event } of lines) {
      if (uids[0] === '') listener.onGap();
      else listener.onTold(uids, () => event);
    }
  }

  /** Somebody may have opened a socket on the new node before its greeting was heard, and been told nothing by this one. */
  function greetBack(): void {
    greetings += 1;
    if (isAlone) say(TO_EVERYBODY);
    isAlone = false;
  }

  function say(lines: readonly string[]): void {
    if (waiting.length > WAITING_MAX) waiting = [...TO_EVERYBODY];
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
        const parcels = pack(node, lines).join(BETWEEN_PARCELS);
        await client.query({ name: 'notify', text: NOTIFY, values: [parcels] });
      } catch {
        // Said again by the next connection.
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
      if (!isAlone) say(linesOf(uids, event()));
    },
    follow: () => undefined,
    async close() {
      closing.abort();
      await current?.end().catch(() => {});
      await listening;
    },
  };
}
