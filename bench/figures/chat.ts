import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { type Chat, HOW, prepareChat, runChat } from '#bench/loads/chat-load.ts';
import { startBareServer } from '#bench/references/bare-server.ts';
import { openBestInserts } from '#bench/references/inserts.ts';
import type { Figure } from '#bench/report/figure.ts';
import { mediansOf } from '#bench/report/statistics.ts';
import { settle } from '#bench/rig/cluster.ts';
import { startProduct } from '#bench/rig/product.ts';
import { ClusterFiles } from '#server/database/embedded/cluster-files.ts';

const SIZES = {
  full: { rounds: 5, messages: 100_000, stored: 200_000, referenceSeconds: 2 },
  quick: { rounds: 2, messages: 25_000, stored: 25_000, referenceSeconds: 1 },
};
const PAIRS = 50;
const TABLES = ['messages', 'texts', 'causes'];
const TICK_US = 10_000;

/** The rate of chat messages against that of single-row inserts, their CPU against a bare relay's, and their bytes. */
export const chat: Figure = async (context) => {
  const { rounds, messages, stored, referenceSeconds } = SIZES[context.size];
  await using product = await startProduct(context.cluster, 'chat');
  await using relay = await startBareServer('relay');
  const postmaster = new ClusterFiles(context.cluster.folder).runningPid()!;
  const chat = await prepareChat([product], PAIRS);
  const onRelay = ({ uid }: { uid: string }) => ({ uid, cookie: uid, url: relay.url });
  const relayed = chat.pairs.map(([one, other]) => [onRelay(one), onRelay(other)] as const);
  // This warms up, too: the code of both servers is compiled, and tables have grown.
  const bytes = await measureDisk(chat, stored);
  await runChat(relayed, messages);

  const inserts = await openBestInserts(context.cluster, product);
  const found = await mediansOf(context, rounds, async () => {
    await settle(product.db);
    const before = [await cpuOf(product.pid), await cpuOf(postmaster), await cpuOf(relay.pid)] as const;
    const { perSecond, acknowledged } = await runChat(chat.pairs, messages);
    const app = (await cpuOf(product.pid)) - before[0];
    const database = (await cpuOf(postmaster)) - before[1];
    await chat.audit(acknowledged);
    await runChat(relayed, messages);
    return {
      'messages/s': perSecond,
      'inserts/s': await inserts.run(referenceSeconds),
      app: app / messages,
      PostgreSQL: database / messages,
      both: (app + database) / messages,
      relay: ((await cpuOf(relay.pid)) - before[2]) / messages,
    };
  });
  const note = `${messages} messages of ${PAIRS} pairs, ${HOW}`;
  const medians = `medians of ${rounds} rounds in turn, after one to warm up`;
  return [
    {
      figure: 'chat messages stored, delivered, acknowledged',
      unit: 'messages/s',
      ours: found['messages/s'],
      reference: found['inserts/s'],
      goal: { atLeast: 2 },
      note: `${note}; reference: ${inserts.by}; ${medians}`,
    },
    {
      figure: 'CPU a message, app and PostgreSQL',
      unit: 'µs',
      ours: found.both,
      reference: found.relay,
      goal: { atMost: 2.2 },
      note: `app ${found.app.toFixed(1)} µs, PostgreSQL with all its processes ${found.PostgreSQL.toFixed(1)} µs; ${note}; reference: a bare ws relay without checks and database, same load; ${medians}`,
    },
    {
      figure: 'disk for a message with its text',
      unit: 'KB',
      ours: bytes / stored / 1_000,
      goal: { atMost: 0.45 },
      note: `${TABLES.join(', ')} with their indexes, after a plain vacuum; ${stored} messages, audited; KB of 1,000 bytes`,
    },
  ];
};

/** @returns what messages with their texts add to the tables of an empty database, in bytes */
async function measureDisk({ first: { db }, pairs, audit }: Chat, messages: number): Promise<number> {
  await settle(db);
  const before = await readBytes(db);
  const { acknowledged } = await runChat(pairs, messages);
  await audit(acknowledged);
  await db.query('vacuum');
  return (await readBytes(db)) - before;
}

/** The bytes of the tables with their indexes. */
async function readBytes(db: pg.Pool): Promise<number> {
  const { rows } = await db.query<{ bytes: string }>(
    'select sum(pg_total_relation_size(name::regclass)) as bytes from unnest($1::text[]) as name',
    [TABLES],
  );
  return Number(rows[0]!.bytes);
}

/** The CPU time of a process and of all its children, those that have ended included, in µs. */
async function cpuOf(pid: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  // A child that ends meanwhile is counted by its parent, so the parent is read last.
  const others = await Promise.all(pids.map((other) => readTimes(other).catch(() => undefined)));
  const { own, ended } = await readTimes(pid);
  return others.reduce((sum, times) => (times?.parent === pid ? sum + times.own : sum), own + ended);
}

/** See proc_pid_stat(5). The name in parentheses may contain spaces, so fields are counted behind it. */
async function readTimes(pid: number): Promise<{ parent: number; own: number; ended: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number) as [number, number, number, number];
  return { parent: Number(fields[1]), own: (user + system) * TICK_US, ended: (endedUser + endedSystem) * TICK_US };
}
