import type { DarkLoad, DarkRun } from '#bench/loads/dark-load.ts';
import type { FanOutServer } from '#bench/references/fan-out-server.ts';
import { openInserts } from '#bench/references/insert-rate.ts';
import { openTextsFloor } from '#bench/references/texts-floor.ts';
import type { Figure } from '#bench/report/figure.ts';
import { median } from '#bench/report/statistics.ts';
import { runScript, startScript } from '#bench/rig/child-processes.ts';
import { settle } from '#bench/rig/cluster.ts';
import { textsSettled } from '#bench/rig/outbox-settled.ts';
import { connectWithAll, insertPeople, type Person } from '#bench/rig/people.ts';
import { type Product, startProduct } from '#bench/rig/product.ts';

const SIZES = {
  full: { rounds: 5, count: { warmUps: 20, times: 40 } },
  quick: { rounds: 2, count: { warmUps: 10, times: 20 } },
};
const FRIENDS = 500;
const REFERENCE_SECONDS = 1;

/** A Dark mood: how long until the last of many friends has the event, with the texts to all of them stored. */
export const dark: Figure = {
  name: 'dark',
  async measure(context) {
    const { rounds, count } = SIZES[context.size];
    const choices = count.warmUps + count.times;
    await using product = await startProduct(context, 'dark');
    await using fanOut = await startScript<FanOutServer>('references/fan-out-server.ts', {});
    const [chooser, ...friends] = (await insertPeople(product, 1 + FRIENDS)) as [Person, ...Person[]];
    await connectWithAll(product, chooser, friends);
    const inserts = await openInserts(product.databaseUrl, context.cluster.folder);
    const storeTexts = await openTextsFloor(product, FRIENDS);
    const ours: number[] = [];
    const loops: number[] = [];
    const commits: number[] = [];
    const floors: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      await settle(product.db);
      const load: DarkLoad = { ...count, product: product.url, chooser, friends, fanOut: fanOut.reply.address };
      const run = await runScript<DarkRun>('loads/dark-load.ts', load);
      await audit(product, chooser, run, { choices, inAll: round * choices });
      ours.push(run.productMs);
      loops.push(run.fanOutMs);
      commits.push((await inserts.run(1, REFERENCE_SECONDS)).medianMs);
      floors.push(await storeTexts(count.times));
      const [mine, loop, commit, floor] = [ours, loops, commits, floors].map((times) => times.at(-1)!.toFixed(2));
      context.log(`round ${round}: ${mine} ms; loop ${loop} ms, commit ${commit} ms; ${FRIENDS} rows ${floor} ms`);
    }
    const [loop, commit, floor] = [median(loops), median(commits), median(floors)];
    return [
      {
        figure: `Dark, from choosing to the last of ${FRIENDS} friends told`,
        unit: 'ms',
        ours: median(ours),
        reference: loop + commit,
        goal: { atMost: 1.5 },
        note: `the cause of ${FRIENDS} texts stored in the same transaction, audited; reference: bare ws loop to ${FRIENDS} sockets ${loop.toFixed(2)} ms + commit by ${inserts.by} with one client ${commit.toFixed(2)} ms; a commit that stores ${FRIENDS} bare rows takes ${floor.toFixed(2)} ms: against the loop and that, ${(median(ours) / (loop + floor)).toFixed(2)}; medians of ${rounds} rounds of ${count.times}`,
      },
    ];
  },
};

interface Expected {
  /** In this run of the load. */
  choices: number;
  /** In all runs so far. */
  inAll: number;
}

/** @throws when a friend did not get one event for each choice, or a choice does not have its texts */
async function audit(
  product: Product,
  { uid }: Person,
  { received }: DarkRun,
  { choices, inAll }: Expected,
): Promise<void> {
  for (const frames of received) {
    const moods = frames.map((frame) => JSON.parse(frame));
    const times = new Set(moods.map((event) => event.chosenAt));
    const right = moods.every((event) => event.type === 'mood' && event.uid === uid && event.mood === 'Dark');
    if (!right || frames.length !== choices || times.size !== choices)
      throw new Error(`The audit failed: a friend got ${frames.length} events of ${choices} choices: ${frames}`);
  }
  await textsSettled(product.db);
  const { rows } = await product.db.query<{ recipient: string; texts: number }>(
    `select recipient, count(distinct cause_id)::integer as texts from texts where cause = 'mood' and author = $1 group by recipient`,
    [uid],
  );
  const wrong = rows.filter(({ texts }) => texts !== inAll);
  if (rows.length !== FRIENDS || wrong.length > 0)
    throw new Error(`The audit failed: ${rows.length} friends have texts, ${wrong.length} of them a wrong number`);
}
