import { chatRate, HOW, prepareChat } from '#bench/loads/run-chat.ts';
import { openBestInserts } from '#bench/references/inserts.ts';
import type { Figure } from '#bench/report/figure.ts';
import { mediansOf } from '#bench/report/statistics.ts';
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
    await using product = await startProduct(context.cluster, 'chat');
    const chat = await prepareChat([product], size.pairs);
    const inserts = await openBestInserts(context.cluster, product);
    const rates = await mediansOf(context, size.rounds, async () => ({
      'messages/s': await chatRate(chat, size.measureMs),
      'inserts/s': await inserts.run(size.referenceSeconds),
    }));
    return [
      {
        figure: 'chat messages stored, delivered, acknowledged',
        unit: 'messages/s',
        ours: rates['messages/s'],
        reference: rates['inserts/s'],
        goal: { atLeast: 2 },
        note: `${size.pairs} pairs, ${HOW}, every message with its text, audited; reference: ${inserts.by}; medians of ${size.rounds} rounds`,
      },
    ];
  },
};
