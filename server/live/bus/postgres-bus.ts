import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { type Bus, type BusListener, EVERYBODY, REFETCH, type Told } from './bus.ts';
import { open, seal } from './envelope.ts';

const CHANNEL = 'moodring_live';

/** A notification holds fewer than 8,000 bytes. */
const PAYLOAD_MAX_BYTES = 7_900;
const UIDS_PER_PAYLOAD = 100;
const GREETING = '';

/** What piles up while PostgreSQL is away; beyond it everybody is told to fetch again instead. */
const WAITING_MAX = 10_000;
const RETRY_MS = 500;

/** A connection whose other end vanished says nothing by itself, so it is asked this often. */
const CHECK_MS = 2_000;

const NODE_NAME = 'moodring bus';

/** How many nodes listen on this database, this one included. */
const COUNT_NODES = `
  select count(*)::integer as nodes from pg_stat_activity
  where application_name = '${NODE_NAME}' and datname = current_database()`;

/**
 * The bus that is always there: PostgreSQL's LISTEN and NOTIFY. It listens on a connection of its own, which comes back
 * by itself; what is said during one notification goes together in the next. A node that is alone says nothing: one that
 * joins greets, and is heard before anybody can be connected to it.
 */
export async function createPostgresBus(url: string, listener: BusListener, log: Logger): Promise<Bus> {
  const node = randomUUID();
  const ready = Promise.withResolvers<void>();
  let isAlone = false;
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
      });
      const ended = new Promise<void>((resolve) => client.once('end', resolve).on('error', () => resolve()));
      client.on('notification', ({ payload }) => hear(payload ?? ''));
      try {
        await client.connect();
        await client.query(`listen ${CHANNEL}`);
        await client.query(`select pg_notify('${CHANNEL}', $1)`, [seal({ node, uids: EVERYBODY, frame: GREETING })]);
        await countNodes(client);
        current = client;
        if (!isFirst) listener.onGap();
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
    const { rows } = await client.query<{ nodes: number }>(COUNT_NODES);
    isAlone = rows[0]?.nodes === 1;
  }

  function hear(payload: string): void {
    const envelope = open(payload);
    if (!envelope || envelope.node === node) return;
    if (envelope.frame === GREETING) isAlone = false;
    else listener.onTold(envelope);
  }

  async function notify(): Promise<void> {
    if (notifying) return;
    notifying = true;
    while (waiting.length > 0 && current) {
      const payloads = waiting;
      waiting = [];
      try {
        // Equal notifications of one statement arrive as one, and one is enough: they are hints.
        await current.query({
          name: 'notify',
          text: `select pg_notify('${CHANNEL}', payload) from unnest($1::text[]) payload`,
          values: [payloads],
        });
      } catch {
        waiting = [...payloads, ...waiting];
        break;
      }
    }
    notifying = false;
  }

  await ready.promise;
  return {
    publish(told) {
      if (isAlone) return;
      if (waiting.length > WAITING_MAX) waiting = [seal({ node, uids: EVERYBODY, frame: REFETCH })];
      waiting.push(...payloadsOf(node, told));
      void notify();
    },
    async close() {
      closing.abort();
      await current?.end().catch(() => {});
      await listening;
    },
  };
}

/** A frame that is too large for a notification becomes a word to fetch again. */
function payloadsOf(node: string, { uids, frame }: Told): string[] {
  const payloads: string[] = [];
  for (let n = 0; n < uids.length; n += UIDS_PER_PAYLOAD) {
    const some = uids.slice(n, n + UIDS_PER_PAYLOAD);
    const payload = seal({ node, uids: some, frame });
    const fits = Buffer.byteLength(payload) <= PAYLOAD_MAX_BYTES;
    payloads.push(fits ? payload : seal({ node, uids: some, frame: REFETCH }));
  }
  return payloads;
}
