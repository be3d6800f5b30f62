import { idleLoad } from '#bench/loads/idle-load.ts';
import { bareServer } from '#bench/references/bare-server.ts';
import { openInserts } from '#bench/references/inserts.ts';
import type { Figure } from '#bench/report/figure.ts';
import { mediansOf } from '#bench/report/statistics.ts';
import { createAudit } from '#bench/rig/audit.ts';
import { settle } from '#bench/rig/cluster.ts';
import { connectedPairs, type Pair } from '#bench/rig/people.ts';
import { startProduct } from '#bench/rig/product.ts';

const SIZES = {
  full: { rounds: 5, count: { warmUps: 300, messages: 1_000 } },
  quick: { rounds: 3, count: { warmUps: 300, messages: 500 } },
};
const REFERENCE_SECONDS = 1;

/** From send to delivery without other load, against the least that it needs: one commit and one round trip. */
export const idle: Figure = {
  name: 'idle',
  async measure(context) {
    const { rounds, count } = SIZES[context.size];
    await using product = await startProduct(context.cluster, 'idle');
    await using bare = await bareServer.start('echo');
    const pairs = await connectedPairs(product, 1);
    const [sender, receiver] = pairs[0] as Pair;
    const audit = createAudit(product, pairs);
    const inserts = await openInserts(context.cluster, product);
    const times = await mediansOf(context, rounds, async () => {
      await settle(product.db);
      const { medianMs, ids } = await idleLoad.run({ ...count, url: product.url, sender, receiver });
      await audit([{ sender: sender.uid, receiver: receiver.uid, ids }]);
      const commit = (await inserts.run(1, REFERENCE_SECONDS)).medianMs;
      const echo = (await idleLoad.run({ ...count, url: bare.reply, sender })).medianMs;
      return { ours: medianMs, commit, echo };
    });
    return [
      {
        figure: 'idle, from send to delivery',
        unit: 'ms',
        ours: times.ours,
        reference: times.commit + times.echo,
        goal: { atMost: 1.8 },
        note: `one message at a time, with its text, audited; reference: commit by ${inserts.by} with one client ${times.commit.toFixed(3)} ms + bare ws echo ${times.echo.toFixed(3)} ms; medians of ${rounds} rounds of ${count.messages}`,
      },
    ];
  },
};
