import { execFile } from 'node:child_process';
import { glob, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MESSAGE_CONTENT } from '#bench/loads/chat-load.ts';
import { median } from '#bench/report/statistics.ts';
import { trackChild } from '#bench/rig/children.ts';
import { type Cluster, settle } from '#bench/rig/cluster.ts';
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

/** @throws when there is no pgbench on the PATH */
export async function openInserts({ folder }: Cluster, { databaseUrl }: Product): Promise<Inserts> {
  const version = await execute('pgbench', ['--version']);
  const script = join(folder, 'pgbench.sql');
  await writeFile(script, `${INSERT};\n`);
  return {
    by: version.stdout.trim().replace(/ \(Debian.*$/, ''),
    async run(clients, seconds) {
      const log = join(folder, 'pgbench-log');
      const threads = Math.min(clients, availableParallelism());
      const flags = ['-n', '-M', 'prepared', '-c', `${clients}`, '-j', `${threads}`, '-T', `${seconds}`, '-f', script];
      // It logs the time of each transaction only when there is one client.
      if (clients === 1) flags.push('--log', `--log-prefix=${log}`);
      const running = execute('pgbench', [...flags, databaseUrl]);
      trackChild(running.child);
      const { stdout } = await running;
      const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
      if (!(perSecond > 0) || /failed transactions: [1-9]/.test(stdout)) throw new Error(`pgbench failed:\n${stdout}`);
      return { perSecond, medianMs: clients === 1 ? await medianOf(log) : Number.NaN };
    },
  };
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
