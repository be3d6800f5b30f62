import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MESSAGE_CONTENT } from '#bench/loads/chat-load.ts';
import { median } from '#bench/report/statistics.ts';
import { trackChild } from '#bench/rig/children.ts';
import { type Cluster, settle } from '#bench/rig/cluster.ts';
import type { Product } from '#bench/rig/product.ts';

const execute = promisify(execFile);

/** One of a hundred invented people. They have no accounts, so the audit does not count the rows as messages. */
const invented = (filling: string) => `lpad(floor(1 + random() * 100)::text, 32, '${filling}')::uuid`;
const INSERT = `
  insert into messages (id, sender, receiver, content)
  values (uuidv7(), ${invented('0')}, ${invented('1')}, '${MESSAGE_CONTENT}')`;

/** The reference: single-row prepared inserts of messages, a commit each. @throws without pgbench on the PATH */
export async function openInserts({ folder }: Cluster, { databaseUrl }: Product) {
  const version = await execute('pgbench', ['--version']);
  const script = join(folder, 'pgbench.sql');
  await writeFile(script, `${INSERT};\n`);
  const run = async (...flags: string[]) => {
    const running = execute('pgbench', ['-n', '-M', 'prepared', '-f', script, ...flags, databaseUrl]);
    trackChild(running.child);
    const { stdout } = await running;
    const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
    if (!(perSecond > 0) || /failed transactions: [1-9]/.test(stdout)) throw new Error(`pgbench failed:\n${stdout}`);
    return { perSecond, pid: running.child.pid! };
  };
  return {
    by: version.stdout.trim().replace(/ \(Debian.*$/, ''),
    async rate(clients: number, seconds: number): Promise<number> {
      const threads = Math.min(clients, availableParallelism());
      return (await run('-c', `${clients}`, '-j', `${threads}`, '-T', `${seconds}`)).perSecond;
    },
    async commitMs(): Promise<number> {
      const log = join(folder, 'pgbench-log');
      const { pid } = await run('-c', '1', '-T', '1', '--log', `--log-prefix=${log}`);
      // The third field of each line is the microseconds of a transaction.
      const lines = (await readFile(`${log}.${pid}`, 'utf8')).trimEnd().split('\n');
      return median(lines.map((line) => Number(line.split(' ')[2]) / 1000));
    },
  };
}

/** Each number of clients runs for a second; every round then runs the best two for longer. */
const CLIENTS = [1, 2, 4, 8, 16, 32, 64];
const BEST = 2;

/** The best rate of single-row inserts on this machine, whatever the number of clients, in inserts per second. */
export async function openBestInserts(cluster: Cluster, product: Product) {
  const { by, rate } = await openInserts(cluster, product);
  await settle(product.db);
  const tried: { clients: number; perSecond: number }[] = [];
  for (const clients of CLIENTS) tried.push({ clients, perSecond: await rate(clients, 1) });
  tried.sort((a, b) => b.perSecond - a.perSecond);
  const counts = tried.slice(0, BEST).map(({ clients }) => clients);
  return {
    by: `${by}, best of ${CLIENTS.join(', ')} clients (${counts.join(' and ')})`,
    async run(seconds: number): Promise<number> {
      await settle(product.db);
      const rates: number[] = [];
      for (const clients of counts) rates.push(await rate(clients, seconds));
      return Math.max(...rates);
    },
  };
}
