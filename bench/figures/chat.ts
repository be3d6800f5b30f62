import { chatRate, placeOnNodes, WINDOW } from '#bench/loads/chat-rate.ts';
import { type Inserts, openInserts } from '#bench/references/insert-rate.ts';
import type { Figure } from '#bench/report/figure.ts';
import { median } from '#bench/report/statistics.ts';
import { createAudit } from '#bench/rig/audit.ts';
import { settle } from '#bench/rig/cluster.ts';
import { connectedPairs } from '#bench/rig/people.ts';
import { type Product, startProduct } from '#bench/rig/product.ts';

const SIZES = {
  full: { rounds: 3, pairs: 50, measureMs: 4_000, referenceSeconds: 2 },
  quick: { rounds: 3, pairs: 16, measureMs: 2_000, referenceSeconds: 1 },
};
/** pgbench runs a second with each number of clients; every round then runs the best two for longer. */
const CLIENTS = [1, 2, 4, 8, 16, 32, 64];
const BEST = 2;

/** Chat messages stored, delivered and acknowledged, against the best rate of single-row inserts. */
export const chat: Figure = {
  name: 'chat',
  async measure(context) {
    const size = SIZES[context.size];
    await using product = await startProduct(context, 'chat');
    const pairs = await connectedPairs(product, size.pairs);
    const audit = createAudit(product, pairs);
    const placed = placeOnNodes(pairs, [product]);
    const inserts = await openInserts(product.databaseUrl, context.cluster.folder);
    const counts = await bestCounts(inserts, product);
    const ours: number[] = [];
    const reference: number[] = [];
    for (let round = 1; round <= size.rounds; round += 1) {
      ours.push(await chatRate(product, placed, audit, size.measureMs));
      reference.push(await bestRate(inserts, product, counts, size.referenceSeconds));
      context.log(`round ${round}: ${ours.at(-1)!.toFixed(0)} messages/s, ${reference.at(-1)!.toFixed(0)} inserts/s`);
    }
    return [
      {
        figure: 'chat messages stored, delivered, acknowledged',
        unit: 'messages/s',
        ours: median(ours),
        reference: median(reference),
        goal: { atLeast: 1.5 },
        note: `${size.pairs} pairs, both writing, ${WINDOW} in flight each, every message with its text, audited; reference: ${inserts.by}, best of ${CLIENTS.join(', ')} clients (${counts.join(' and ')}); medians of ${size.rounds} rounds`,
      },
    ];
  },
};

async function bestCounts(inserts: Inserts, product: Product): Promise<number[]> {
  await settle(product.db);
  const tried: { clients: number; perSecond: number }[] = [];
  for (const clients of CLIENTS) tried.push({ clients, ...(await inserts.run(clients, 1)) });
  tried.sort((a, b) => b.perSecond - a.perSecond);
  return tried.slice(0, BEST).map(({ clients }) => clients);
}

async function bestRate(inserts: Inserts, product: Product, counts: number[], seconds: number): Promise<number> {
  await settle(product.db);
  const rates: number[] = [];
  for (const clients of counts) rates.push((await inserts.run(clients, seconds)).perSecond);
  return Math.max(...rates);
}
