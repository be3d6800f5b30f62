import { randomBytes } from 'node:crypto';
import type { SeatedPair } from '#bench/loads/chat-load.ts';
import { chatRate, WINDOW } from '#bench/loads/chat-rate.ts';
import type { Figure, Ground, Measurement } from '#bench/report/figure.ts';
import { median } from '#bench/report/statistics.ts';
import { type Audit, createAudit } from '#bench/rig/audit.ts';
import { connectedPairs } from '#bench/rig/people.ts';
import { seatPairs } from '#bench/rig/place-pairs.ts';
import { type Product, startNode } from '#bench/rig/product.ts';
import { hasNats, startNats } from '#fixtures/nats.ts';

const ROUNDS = 5;
const PAIRS = 50;

/** Some nodes on a database of their own, with everybody seated; they run all the time, and are loaded in turn. */
interface Nodes {
  name: string;
  first: Product;
  pairs: SeatedPair[];
  audit: Audit;
  rates: number[];
}

/** Two nodes against one, on the same cores: what the bus between them costs. */
export const nodes: Figure = {
  name: 'nodes',
  async measure(ground) {
    await using begun = new AsyncDisposableStack();
    const one = await startNodes(ground, begun, 'one', 1);
    const several = [await startNodes(ground, begun, 'two', 2)];
    if (hasNats()) {
      const nats = await startNats();
      begun.defer(() => nats.kill());
      several.push(await startNodes(ground, begun, 'two_by_nats', 2, nats.url));
    }
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (const { first, pairs, audit, rates } of [one, ...several]) rates.push(await chatRate(first, pairs, audit));
      const rates = [one, ...several].map(({ name, rates }) => `${name} ${rates.at(-1)!.toFixed(0)}`);
      ground.tell(`round ${round}: ${rates.join(', ')} messages/s`);
    }
    return several.map((two) => measurement(one, two));
  },
};

async function startNodes(
  ground: Ground,
  begun: AsyncDisposableStack,
  name: string,
  count: number,
  natsUrl?: string,
): Promise<Nodes> {
  const databaseUrl = await ground.cluster.createDatabase(`nodes_${name}`);
  const common = { databaseUrl, authSecret: randomBytes(32).toString('base64url'), natsUrl };
  const all: Product[] = [];
  for (let n = 1; n <= count; n += 1)
    all.push(begun.use(await startNode(ground, { ...common, name: `nodes-${name}-${n}` })));
  const first = all[0]!;
  const pairs = await connectedPairs(first, PAIRS);
  return { name, first, pairs: seatPairs(pairs, all), audit: createAudit(first, pairs), rates: [] };
}

function measurement(one: Nodes, two: Nodes): Measurement {
  const bus = two.name === 'two' ? 'LISTEN/NOTIFY' : 'NATS';
  return {
    figure: `two nodes through ${bus}`,
    unit: 'messages/s',
    ours: median(two.rates),
    reference: median(one.rates),
    goal: { atLeast: 0.85 },
    note: `${PAIRS} pairs, half of them across the nodes, ${WINDOW} in flight each, audited, delivered once; reference: one node, same cores; medians of ${ROUNDS} rounds in turn`,
  };
}
