import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { glob, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { MESSAGE_CONTENT } from '#bench/loads/chat-message.ts';
import { median } from '#bench/report/statistics.ts';
import { type Cluster, settle } from '#bench/rig/cluster.ts';
import { trackChild } from '#bench/rig/own-process.ts';
import type { Product } from '#bench/rig/product.ts';

const execute = promisify(execFile);

/** The reference of the chat: single-row prepared inserts into the messages table, each in a commit of its own. */
interface Inserts {
  /** The program that inserts, for the table's note. */
  by: string;
  run(clients: number, seconds: number): Promise<InsertRate>;
}

interface InsertRate {
  perSecond: number;
  /** The median time of one insert with its commit. Only with one client. */
  medianMs: number;
}

/** One of a hundred invented people. They have no accounts, so the audit does not count the rows as messages. */
const invented = (filling: string) => `lpad(floor(1 + random() * 100)::text, 32, '${filling}')::uuid`;
const INSERT = `
  insert into messages (id, sender, receiver, content)
  values (uuidv7(), ${invented('0')}, ${invented('1')}, '${MESSAGE_CONTENT}')`;

/** Inserts with pgbench, or with `pg` where the machine has no pgbench. */
export async function openInserts({ folder }: Cluster, { databaseUrl }: Product): Promise<Inserts> {
  const pgbench = await findPgbench();
  if (!pgbench)
    return {
      by: 'prepared INSERTs by `pg` (this machine has no pgbench)',
      run: (clients, seconds) => runLoop(databaseUrl, clients, seconds),
    };
  const script = join(folder, 'pgbench.sql');
  await writeFile(script, `${INSERT};\n`);
  return {
    by: pgbench.version,
    async run(clients, seconds) {
      const log = join(folder, 'pgbench-log');
      const threads = Math.min(clients, availableParallelism());
      const flags = ['-n', '-M', 'prepared', '-c', `${clients}`, '-j', `${threads}`, '-T', `${seconds}`, '-f', script];
      // It logs the time of each transaction only when there is one client.
      if (clients === 1) flags.push('--log', `--log-prefix=${log}`);
      const running = execute(pgbench.program, [...flags, databaseUrl]);
      trackChild(running.child);
      const { stdout } = await running;
      const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
      if (!(perSecond > 0) || /failed transactions: [1-9]/.test(stdout)) throw new Error(`pgbench failed:\n${stdout}`);
      return { perSecond, medianMs: clients === 1 ? await medianOf(log) : Number.NaN };
    },
  };
}

/** The machine's pgbench: the newest of Debian's versions, else the one on the PATH. */
async function findPgbench(): Promise<{ program: string; version: string } | undefined> {
  for (const program of [...globSync('/usr/lib/postgresql/*/bin/pgbench').sort().reverse(), 'pgbench']) {
    const version = await execute(program, ['--version']).catch(() => undefined);
    if (version) return { program, version: version.stdout.trim().replace(/ \(Debian.*$/, '') };
  }
}

/** Each line of the log is a transaction; its third field is the duration in microseconds. */
async function medianOf(log: string): Promise<number> {
  const times: number[] = [];
  for await (const file of glob(`${log}.*`)) {
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    times.push(...lines.map((line) => Number(line.split(' ')[2]) / 1000));
    await rm(file);
  }
  return median(times);
}

async function runLoop(connectionString: string, clients: number, seconds: number): Promise<InsertRate> {
  const times: number[] = [];
  const from = performance.now();
  const insertUntilEnd = async () => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    for (let now = performance.now(); now < from + seconds * 1000; ) {
      await client.query({ name: 'insert', text: INSERT });
      times.push(performance.now() - now);
      now = performance.now();
    }
    await client.end();
  };
  await Promise.all(Array.from({ length: clients }, insertUntilEnd));
  return { perSecond: (times.length * 1000) / (performance.now() - from), medianMs: median(times) };
}

/** Each number of clients runs for a second; every round then runs the best two for longer. */
const CLIENTS = [1, 2, 4, 8, 16, 32, 64];
const BEST = 2;

/** The best rate of single-row inserts on this machine, whatever the number of clients. */
interface BestInserts {
  /** For the table's note. */
  by: string;
  /** @returns inserts per second */
  run(seconds: number): Promise<number>;
}

export async function openBestInserts(cluster: Cluster, product: Product): Promise<BestInserts> {
  const inserts = await openInserts(cluster, product);
  await settle(product.db);
  const tried: { clients: number; perSecond: number }[] = [];
  for (const clients of CLIENTS) tried.push({ clients, ...(await inserts.run(clients, 1)) });
  tried.sort((a, b) => b.perSecond - a.perSecond);
  const counts = tried.slice(0, BEST).map(({ clients }) => clients);
  return {
    by: `${inserts.by}, best of ${CLIENTS.join(', ')} clients (${counts.join(' and ')})`,
    async run(seconds) {
      await settle(product.db);
      const rates: number[] = [];
      for (const clients of counts) rates.push((await inserts.run(clients, seconds)).perSecond);
      return Math.max(...rates);
    },
  };
}
