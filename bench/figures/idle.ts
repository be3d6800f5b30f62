import type { IdleLoad, IdleRun } from '#bench/loads/idle-load.ts';
import type { EchoServer } from '#bench/references/echo-server.ts';
import { openInserts } from '#bench/references/insert-rate.ts';
import type { Figure } from '#bench/report/figure.ts';
import { median } from '#bench/report/statistics.ts';
import { createAudit } from '#bench/rig/audit.ts';
import { runScript, startScript } from '#bench/rig/child-processes.ts';
import { settle } from '#bench/rig/cluster.ts';
import { connectedPairs } from '#bench/rig/people.ts';
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
    await using product = await startProduct(context, 'idle');
    await using echo = await startScript<EchoServer>('references/echo-server.ts', {});
    const pairs = await connectedPairs(product, 1);
    const pair = pairs[0]!;
    const audit = createAudit(product, pairs);
    const inserts = await openInserts(product.databaseUrl, context.cluster.folder);
    const ours: number[] = [];
    const commits: number[] = [];
    const echoes: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      await settle(product.db);
      const run = await send({ ...count, to: { product: product.url, pair } });
      await audit.check([{ sender: pair[0].uid, receiver: pair[1].uid, ids: run.ids }]);
      ours.push(run.medianMs);
      commits.push((await inserts.run(1, REFERENCE_SECONDS)).medianMs);
      echoes.push((await send({ ...count, to: { echo: echo.reply.address } })).medianMs);
      const [mine, commit, trip] = [ours, commits, echoes].map((times) => times.at(-1)!.toFixed(3));
      context.log(`round ${round}: ${mine} ms; commit ${commit} ms, echo ${trip} ms`);
    }
    return [
      {
        figure: 'idle, from send to delivery',
        unit: 'ms',
        ours: median(ours),
        reference: median(commits) + median(echoes),
        goal: { atMost: 1.8 },
        note: `one message at a time, with its text, audited; reference: commit by ${inserts.by} with one client ${median(commits).toFixed(3)} ms + bare ws echo ${median(echoes).toFixed(3)} ms; medians of ${rounds} rounds of ${count.messages}`,
      },
    ];
  },
};

function send(load: IdleLoad): Promise<IdleRun> {
  return runScript<IdleRun>('loads/idle-load.ts', load);
}
