import { darkLoad } from '#bench/loads/dark-load.ts';
import { bareServer } from '#bench/references/bare-server.ts';
import { openInserts } from '#bench/references/inserts.ts';
import type { Figure } from '#bench/report/figure.ts';
import { mediansOf } from '#bench/report/statistics.ts';
import { allSent } from '#bench/rig/all-sent.ts';
import { settle } from '#bench/rig/cluster.ts';
import { connectWithAll, insertPeople, type Person } from '#bench/rig/people.ts';
import { type Product, startProduct } from '#bench/rig/product.ts';

const SIZES = {
  full: { rounds: 5, count: { warmUps: 20, times: 40 } },
  quick: { rounds: 2, count: { warmUps: 10, times: 20 } },
};
const FRIENDS = 500;
const REFERENCE_SECONDS = 1;

/** A Dark mood: how long until the last of many friends has the event, with the cause of the texts to all of them stored. */
export const dark: Figure = {
  name: 'dark',
  async measure(context) {
    const { rounds, count } = SIZES[context.size];
    await using product = await startProduct(context.cluster, 'dark');
    await using bare = await bareServer.start('fanOut');
    const [chooser, ...friends] = await insertPeople(product, 1 + FRIENDS);
    await connectWithAll(product, chooser!, friends);
    const inserts = await openInserts(context.cluster, product);
    const times = await mediansOf(context, rounds, async (round) => {
      await settle(product.db);
      const load = { ...count, product: product.url, chooser: chooser!, friends, fanOut: bare.reply };
      const { productMs, fanOutMs } = await darkLoad.run(load);
      await audit(product, chooser!, round * (count.warmUps + count.times));
      return { ours: productMs, loop: fanOutMs, commit: (await inserts.run(1, REFERENCE_SECONDS)).medianMs };
    });
    return [
      {
        figure: `Dark, from choosing to the last of ${FRIENDS} friends told`,
        unit: 'ms',
        ours: times.ours,
        reference: times.loop + times.commit,
        goal: { atMost: 1.5 },
        note: `the cause of ${FRIENDS} texts stored in the same transaction, audited; reference: bare ws loop to ${FRIENDS} sockets ${times.loop.toFixed(2)} ms + commit by ${inserts.by} with one client ${times.commit.toFixed(2)} ms; medians of ${rounds} rounds of ${count.times}`,
      },
    ];
  },
};

/** @throws when a friend does not have one text for each choice */
async function audit({ db }: Product, { uid }: Person, choices: number): Promise<void> {
  await allSent(db);
  const { rows } = await db.query<{ texts: number }>(
    `select count(distinct cause_id)::integer as texts from texts where cause = 'mood' and author = $1 group by recipient`,
    [uid],
  );
  const wrong = rows.filter(({ texts }) => texts !== choices);
  if (rows.length !== FRIENDS || wrong.length > 0)
    throw new Error(`The audit failed: ${rows.length} friends have texts, ${wrong.length} of them a wrong number`);
}
