import { randomBytes } from 'node:crypto';
import type { PlacedPair } from '#bench/loads/chat-load.ts';
import { chatRate, placeOnNodes, WINDOW } from '#bench/loads/chat-rate.ts';
import type { Figure, Measurement, MeasurementContext } from '#bench/report/figure.ts';
import { median } from '#bench/report/statistics.ts';
import { type Audit, createAudit } from '#bench/rig/audit.ts';
import { connectedPairs } from '#bench/rig/people.ts';
import { type Product, startNode } from '#bench/rig/product.ts';
import { hasNats, startNats } from '#fixtures/nats.ts';

const SIZES = {
  full: { rounds: 5, pairs: 50, measureMs: 4_000 },
  quick: { rounds: 2, pairs: 16, measureMs: 1_000 },
};

/** Nodes on a database of their own, and the people on them. All sets of nodes keep running; one at a time has load. */
interface Nodes {
  name: string;
  first: Product;
  pairs: PlacedPair[];
  audit: Audit;
  rates: number[];
}

/** Two nodes against one on the same cores: the cost of the bus between them. */
export const nodes: Figure = {
  name: 'nodes',
  async measure(context) {
    const { rounds, measureMs } = SIZES[context.size];
    await using started = new AsyncDisposableStack();
    const one = await startNodes(context, started, 'one', 1);
    const several = [await startNodes(context, started, 'two', 2)];
    if (hasNats()) {
      const nats = await startNats();
      started.defer(() => nats.kill());
      several.push(await startNodes(context, started, 'two_by_nats', 2, nats.url));
    }
    for (let round = 1; round <= rounds; round += 1) {
      for (const { first, pairs, audit, rates } of [one, ...several])
        rates.push(await chatRate(first, pairs, audit, measureMs));
      const rates = [one, ...several].map(({ name, rates }) => `${name} ${rates.at(-1)!.toFixed(0)}`);
      context.log(`round ${round}: ${rates.join(', ')} messages/s`);
    }
    return several.map((two) => measurement(one, two));
  },
};

async function startNodes(
  context: MeasurementContext,
  started: AsyncDisposableStack,
  name: string,
  count: number,
  natsUrl?: string,
): Promise<Nodes> {
  const databaseUrl = await context.cluster.createDatabase(`nodes_${name}`);
  const common = { databaseUrl, authSecret: randomBytes(32).toString('base64url'), natsUrl };
  const all: Product[] = [];
  for (let n = 1; n <= count; n += 1)
    all.push(started.use(await startNode(context, { ...common, name: `nodes-${name}-${n}` })));
  const first = all[0]!;
  const pairs = await connectedPairs(first, SIZES[context.size].pairs);
  return { name, first, pairs: placeOnNodes(pairs, all), audit: createAudit(first, pairs), rates: [] };
}

function measurement(one: Nodes, two: Nodes): Measurement {
  const bus = two.name === 'two' ? 'LISTEN/NOTIFY' : 'NATS';
  return {
    figure: `two nodes through ${bus}`,
    unit: 'messages/s',
    ours: median(two.rates),
    reference: median(one.rates),
    goal: { atLeast: 0.85 },
    note: `${one.pairs.length} pairs, half of them across the nodes, ${WINDOW} in flight each, audited, delivered once; reference: one node, same cores; medians of ${one.rates.length} rounds in turn`,
  };
}
