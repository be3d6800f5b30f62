import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HOW, prepareChat, runChat } from '#bench/loads/run-chat.ts';
import { bareServer } from '#bench/references/bare-server.ts';
import type { Figure } from '#bench/report/figure.ts';
import { mediansOf } from '#bench/report/statistics.ts';
import { settle } from '#bench/rig/cluster.ts';
import { startProduct } from '#bench/rig/product.ts';

const SIZES = { full: { rounds: 5, messages: 100_000 }, quick: { rounds: 2, messages: 25_000 } };
const PAIRS = 50;
/** `/proc/{pid}/stat` counts in hundredths of a second on every architecture. */
const TICK_US = 10_000;

/** CPU of the app and PostgreSQL for a chat message, against a bare relay's, both as busy as the load can make them. */
export const cpu: Figure = {
  name: 'cpu',
  async measure(context) {
    if (process.platform !== 'linux') {
      context.log('not measured: only Linux tells the CPU time of processes');
      return [];
    }
    const { rounds, messages } = SIZES[context.size];
    await using product = await startProduct(context.cluster, 'cpu');
    await using relay = await bareServer.start('relay');
    // Its pid is the first line of the file.
    const pidFile = await readFile(join(context.cluster.folder, 'postgres/postmaster.pid'), 'utf8');
    const postmaster = Number.parseInt(pidFile, 10);
    const { pairs, audit } = await prepareChat([product], PAIRS);
    const onRelay = ({ uid }: { uid: string }) => ({ uid, cookie: uid, url: relay.reply });
    const relayed = pairs.map(([one, other]) => [onRelay(one), onRelay(other)] as const);

    async function measureRound() {
      await settle(product.db);
      const before = [await cpuOf(product.pid), await cpuWithChildren(postmaster)] as const;
      const { acknowledged } = await runChat(pairs, { messages });
      const app = (await cpuOf(product.pid)) - before[0];
      const database = (await cpuWithChildren(postmaster)) - before[1];
      await audit(acknowledged);
      const bareBefore = await cpuOf(relay.pid);
      await runChat(relayed, { messages });
      return {
        app: app / messages,
        PostgreSQL: database / messages,
        both: (app + database) / messages,
        relay: ((await cpuOf(relay.pid)) - bareBefore) / messages,
      };
    }
    // Warms up: the code of both servers is compiled, and tables have grown.
    await measureRound();
    const times = await mediansOf(context, rounds, measureRound);
    return [
      {
        figure: 'CPU a message, app and PostgreSQL',
        unit: 'µs',
        ours: times.both,
        reference: times.relay,
        goal: { atMost: 2.2 },
        note: `app ${times.app.toFixed(1)} µs, PostgreSQL with all its processes ${times.PostgreSQL.toFixed(1)} µs; ${messages} messages of ${PAIRS} pairs, ${HOW}, every message with its text, audited; reference: a bare ws relay without checks and database, same load; medians of ${rounds} rounds in turn, after one to warm up`,
      },
    ];
  },
};

/** The CPU time of a process since its start, in µs, all its threads together. */
async function cpuOf(pid: number): Promise<number> {
  return (await readTimes(pid)).own;
}

/** The CPU time of a process and of all its children, those that have ended included, in µs. */
async function cpuWithChildren(pid: number): Promise<number> {
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
