import type { OutboxLoad, OutboxRun } from '#bench/loads/outbox-load.ts';
import { openBestInsertRate } from '#bench/references/best-insert-rate.ts';
import { openInserts } from '#bench/references/insert-rate.ts';
import type { Figure } from '#bench/report/figure.ts';
import { median } from '#bench/report/statistics.ts';
import { runScript } from '#bench/rig/child-processes.ts';
import { settle } from '#bench/rig/cluster.ts';
import { insertMessages } from '#bench/rig/insert-messages.ts';
import { textsSettled } from '#bench/rig/outbox-settled.ts';
import { connectedPairs, type Pair } from '#bench/rig/people.ts';
import { type Product, startProduct } from '#bench/rig/product.ts';

const SIZES = {
  full: { rounds: 3, texts: 50_000, referenceSeconds: 2 },
  quick: { rounds: 2, texts: 20_000, referenceSeconds: 1 },
};
const PAIRS = 50;

/** Texts about messages: made from their causes, handed to a gateway that takes each at once, and settled. */
export const texts: Figure = {
  name: 'texts',
  async measure(context) {
    const size = SIZES[context.size];
    await using product = await startProduct(context, 'texts');
    const pairs = await connectedPairs(product, PAIRS);
    await textsSettled(product.db);
    // The outbox runs in a process of its own, with its own gateway.
    await product.stop();
    const inserts = await openBestInsertRate(
      await openInserts(product.databaseUrl, context.cluster.folder),
      product.db,
    );
    const ours: number[] = [];
    const reference: number[] = [];
    for (let round = 1; round <= size.rounds; round += 1) {
      ours.push(await outboxRate(product, pairs, size.texts, round));
      reference.push(await inserts.run(size.referenceSeconds));
      context.log(`round ${round}: ${ours.at(-1)!.toFixed(0)} texts/s, ${reference.at(-1)!.toFixed(0)} inserts/s`);
    }
    return [
      {
        figure: 'texts made and handed to a gateway',
        unit: 'texts/s',
        ours: median(ours),
        reference: median(reference),
        goal: { atLeast: 0.5 },
        note: `${size.texts} texts about messages of ${PAIRS} pairs, from their causes to their last outcome, audited; reference: ${inserts.by}; medians of ${size.rounds} rounds`,
      },
    ];
  },
};

/** @throws when a text was not handed over and settled exactly once */
async function outboxRate(product: Product, pairs: Pair[], count: number, round: number): Promise<number> {
  const { db, databaseUrl } = product;
  await insertMessages(product, pairs, count);
  await settle(db);
  const load: OutboxLoad = { databaseUrl, texts: count };
  const { perSecond, most, handed } = await runScript<OutboxRun>('loads/outbox-load.ts', load);
  const { rows } = await db.query<{ sent: number }>(
    `select count(*)::int as sent from texts t join messages m on m.id = t.id and m.receiver = t.recipient where t.status = 'sent'`,
  );
  const sent = rows[0]!.sent;
  if (most !== 1 || handed !== count || sent !== round * count)
    throw new Error(`The audit failed: ${handed} texts of ${count}, the most ${most} times; ${sent} rows`);
  return perSecond;
}
