import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlacedPair } from '#bench/loads/chat-load.ts';
import { placeOnNodes, runChat, WINDOW } from '#bench/loads/chat-rate.ts';
import type { RelayServer } from '#bench/references/relay-server.ts';
import type { Figure } from '#bench/report/figure.ts';
import { median } from '#bench/report/statistics.ts';
import { createAudit } from '#bench/rig/audit.ts';
import { startScript } from '#bench/rig/child-processes.ts';
import { type Cluster, settle } from '#bench/rig/cluster.ts';
import { cpuMs, cpuMsWithChildren, HAS_CPU_TIME } from '#bench/rig/cpu-time.ts';
import { connectedPairs, type Pair } from '#bench/rig/people.ts';
import { startProduct } from '#bench/rig/product.ts';

const SIZES = { full: { rounds: 5, messages: 100_000 }, quick: { rounds: 2, messages: 25_000 } };
const PAIRS = 50;

/** CPU of the app and PostgreSQL for a chat message, against a bare relay's, both as busy as the load can make them. */
export const cpu: Figure = {
  name: 'cpu',
  async measure(context) {
    if (!HAS_CPU_TIME) {
      context.log('not measured: only Linux tells the CPU time of processes');
      return [];
    }
    const { rounds, messages } = SIZES[context.size];
    await using product = await startProduct(context, 'cpu');
    await using relay = await startScript<RelayServer>('references/relay-server.ts', {});
    const postmaster = await postmasterOf(context.cluster);
    const pairs = await connectedPairs(product, PAIRS);
    const audit = createAudit(product, pairs);
    const placed = placeOnNodes(pairs, [product]);
    const relayed = placeOnRelay(pairs, relay.reply.url);
    const app: number[] = [];
    const database: number[] = [];
    const bare: number[] = [];
    // The first round warms up: the code of both servers is compiled, and tables have grown.
    const perMessage = (ms: number) => (1000 * ms) / messages;
    for (let round = 0; round <= rounds; round += 1) {
      await settle(product.db);
      const before = [await cpuMs(product.pid), await cpuMsWithChildren(postmaster)] as const;
      const { acknowledged } = await send(placed, messages);
      app.push(perMessage((await cpuMs(product.pid)) - before[0]));
      database.push(perMessage((await cpuMsWithChildren(postmaster)) - before[1]));
      await audit.check(acknowledged);
      const bareBefore = await cpuMs(relay.pid);
      await send(relayed, messages);
      bare.push(perMessage((await cpuMs(relay.pid)) - bareBefore));
      const [mine, postgres, other] = [app, database, bare].map((times) => times.at(-1)!.toFixed(1));
      context.log(`round ${round}: app ${mine} µs, PostgreSQL ${postgres} µs; relay ${other} µs`);
    }
    for (const times of [app, database, bare]) times.shift();
    const both = app.map((time, round) => time + database[round]!);
    return [
      {
        figure: 'CPU a message, app and PostgreSQL',
        unit: 'µs',
        ours: median(both),
        reference: median(bare),
        goal: { atMost: 2.2 },
        note: `app ${median(app).toFixed(1)} µs, PostgreSQL with all its processes ${median(database).toFixed(1)} µs; ${messages} messages of ${PAIRS} pairs, both writing, ${WINDOW} in flight each, every message with its text, audited; reference: a bare ws relay without checks and database, same load; medians of ${rounds} rounds in turn, after one to warm up`,
      },
    ];
  },
};

function send(pairs: PlacedPair[], messages: number) {
  return runChat({ pairs, window: WINDOW, length: { messages } });
}

function placeOnRelay(pairs: Pair[], url: string): PlacedPair[] {
  const place = ({ uid }: { uid: string }) => ({ uid, cookie: uid, url });
  return pairs.map(([one, other]) => [place(one), place(other)]);
}

/** Its pid is the first line of a file in the cluster's folder. */
async function postmasterOf({ folder }: Cluster): Promise<number> {
  return Number.parseInt(await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8'), 10);
}
