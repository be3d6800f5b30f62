import { MESSAGE_CONTENT } from '#bench/loads/chat-message.ts';
import { outboxLoad } from '#bench/loads/outbox-load.ts';
import { openBestInserts } from '#bench/references/inserts.ts';
import type { Figure } from '#bench/report/figure.ts';
import { mediansOf } from '#bench/report/statistics.ts';
import { allSent } from '#bench/rig/all-sent.ts';
import { settle } from '#bench/rig/cluster.ts';
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
    const { rounds, texts, referenceSeconds } = SIZES[context.size];
    await using product = await startProduct(context.cluster, 'texts');
    const pairs = await connectedPairs(product, PAIRS);
    await allSent(product.db);
    // The outbox runs in a process of its own, with its own gateway.
    await product.stop();
    const inserts = await openBestInserts(context.cluster, product);
    const rates = await mediansOf(context, rounds, async (round) => {
      await insertMessages(product, pairs, texts);
      await settle(product.db);
      const perSecond = await outboxLoad.run({ databaseUrl: product.databaseUrl, texts });
      await audit(product, round * texts);
      return { 'texts/s': perSecond, 'inserts/s': await inserts.run(referenceSeconds) };
    });
    return [
      {
        figure: 'texts made and handed to a gateway',
        unit: 'texts/s',
        ours: rates['texts/s'],
        reference: rates['inserts/s'],
        goal: { atLeast: 0.5 },
        note: `${texts} texts about messages of ${PAIRS} pairs, from their causes to their last outcome, audited; reference: ${inserts.by}; medians of ${rounds} rounds`,
      },
    ];
  },
};

/** Inserts messages of all pairs in turn, in both directions, with the causes of their texts as the chat stores them. */
async function insertMessages({ db }: Product, pairs: readonly Pair[], count: number): Promise<void> {
  await db.query(
    `with added as (
       insert into messages (id, sender, receiver, content)
       select gen_random_uuid(), case when n % 2 = 0 then one else other end, case when n % 2 = 0 then other else one end, $4
       from generate_series(0, $3 - 1) n
       join unnest($1::uuid[], $2::uuid[]) with ordinality as pair (one, other, place) on place = n / 2 % $5 + 1
       returning id, seq
     )
     insert into causes (priority, cause, ids)
     select 1, 'message', array_agg(id) from (select id, row_number() over (order by seq) / 100 as part from added) m group by part`,
    [pairs.map(([one]) => one.uid), pairs.map(([, other]) => other.uid), count, MESSAGE_CONTENT, pairs.length],
  );
}

/** @throws when not every text is stored as sent */
async function audit({ db }: Product, texts: number): Promise<void> {
  const { rows } = await db.query<{ sent: number }>(
    `select count(*)::int as sent from texts t join messages m on m.id = t.id and m.receiver = t.recipient where t.status = 'sent'`,
  );
  if (rows[0]!.sent !== texts)
    throw new Error(`The audit failed: ${rows[0]!.sent} texts of ${texts} are stored as sent`);
}
