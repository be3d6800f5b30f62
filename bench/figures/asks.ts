import type { AsksLoad, AsksRun } from '#bench/loads/asks-load.ts';
import type { IdleLoad, IdleRun } from '#bench/loads/idle-load.ts';
import type { Figure } from '#bench/report/figure.ts';
import { median } from '#bench/report/statistics.ts';
import { runScript } from '#bench/rig/child-processes.ts';
import { settle } from '#bench/rig/cluster.ts';
import { connectedPairs, connectWithAll, insertPeople, type Person } from '#bench/rig/people.ts';
import { startProduct } from '#bench/rig/product.ts';

const SIZES = {
  full: { rounds: 5, warmUps: 100, answers: 300, messages: 500 },
  quick: { rounds: 2, warmUps: 50, answers: 100, messages: 200 },
};
const FRIENDS = 10;

/** A friend's answer to an ask, until the person who asks sees it, against a chat message in the same run. */
export const asks: Figure = {
  name: 'asks',
  async measure(context) {
    const { rounds, warmUps, answers, messages } = SIZES[context.size];
    await using product = await startProduct(context, 'asks');
    const [pair] = await connectedPairs(product, 1);
    const [person, ...friends] = (await insertPeople(product, 1 + FRIENDS)) as [Person, Person, ...Person[]];
    await connectWithAll(product, person, friends);
    const ours: number[] = [];
    const chats: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      await settle(product.db);
      const load: AsksLoad = { warmUps, answers, product: product.url, person, friend: friends[0]! };
      ours.push((await runScript<AsksRun>('loads/asks-load.ts', load)).medianMs);
      const chat: IdleLoad = { warmUps, messages, to: { product: product.url, pair: pair! } };
      chats.push((await runScript<IdleRun>('loads/idle-load.ts', chat)).medianMs);
      context.log(`round ${round}: ${ours.at(-1)!.toFixed(2)} ms; a message ${chats.at(-1)!.toFixed(2)} ms`);
    }
    return [
      {
        figure: "an answer to an ask, from the friend's call to the person's screen",
        unit: 'ms',
        ours: median(ours),
        reference: median(chats),
        goal: { atMost: 2 },
        note: `one answer at a time, with ${FRIENDS} friends who are asked and the report of how they are reached; reference: a chat message from send to delivery in the same run; medians of ${rounds} rounds of ${answers}`,
      },
    ];
  },
};
