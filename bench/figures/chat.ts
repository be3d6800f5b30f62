import { chatRate, placeOnNodes, WINDOW } from '#bench/loads/chat-rate.ts';
import { openBestInsertRate } from '#bench/references/best-insert-rate.ts';
import { openInserts } from '#bench/references/insert-rate.ts';
import type { Figure } from '#bench/report/figure.ts';
import { median } from '#bench/report/statistics.ts';
import { createAudit } from '#bench/rig/audit.ts';
import { connectedPairs } from '#bench/rig/people.ts';
import { startProduct } from '#bench/rig/product.ts';

const SIZES = {
  full: { rounds: 3, pairs: 50, measureMs: 4_000, referenceSeconds: 2 },
  quick: { rounds: 2, pairs: 16, measureMs: 1_500, referenceSeconds: 1 },
};

/** Chat messages stored, delivered and acknowledged, against the best rate of single-row inserts. */
export const chat: Figure = {
  name: 'chat',
  async measure(context) {
    const size = SIZES[context.size];
    await using product = await startProduct(context, 'chat');
    const pairs = await connectedPairs(product, size.pairs);
    const audit = createAudit(product, pairs);
    const placed = placeOnNodes(pairs, [product]);
    const inserts = await openBestInsertRate(
      await openInserts(product.databaseUrl, context.cluster.folder),
      product.db,
    );
    const ours: number[] = [];
    const reference: number[] = [];
    for (let round = 1; round <= size.rounds; round += 1) {
      ours.push(await chatRate(product, placed, audit, size.measureMs));
      reference.push(await inserts.run(size.referenceSeconds));
      context.log(`round ${round}: ${ours.at(-1)!.toFixed(0)} messages/s, ${reference.at(-1)!.toFixed(0)} inserts/s`);
    }
    return [
      {
        figure: 'chat messages stored, delivered, acknowledged',
        unit: 'messages/s',
        ours: median(ours),
        reference: median(reference),
        goal: { atLeast: 2 },
        note: `${size.pairs} pairs, both writing, ${WINDOW} in flight each, every message with its text, audited; reference: ${inserts.by}; medians of ${size.rounds} rounds`,
      },
    ];
  },
};
