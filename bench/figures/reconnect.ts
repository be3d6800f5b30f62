import type { ChatLatency, ChatLatencyLoad } from '#bench/loads/chat-latency-load.ts';
import type { ReconnectLoad, Served } from '#bench/loads/reconnect-load.ts';
import type { Figure, Measurement } from '#bench/report/figure.ts';
import { median } from '#bench/report/statistics.ts';
import { startScript } from '#bench/rig/child-processes.ts';
import { settle } from '#bench/rig/cluster.ts';
import { expectOpenFiles } from '#bench/rig/machine.ts';
import { connectInRing, insertPeople, type Person } from '#bench/rig/people.ts';
import { type Product, startProduct } from '#bench/rig/product.ts';

const SIZES = { full: { rounds: 3, browsers: 5_000 }, quick: { rounds: 1, browsers: 2_000 } };
const FRIENDS = 20;
const PULSE_MS = 20;

interface Round extends Served, ChatLatency {
  /** From the server's restart to the last served browser. */
  allMs: number;
  statements: number;
}

/** Thousands of browsers reconnect at once, while two people chat. */
export const reconnect: Figure = {
  name: 'reconnect',
  async measure(context) {
    const { rounds, browsers } = SIZES[context.size];
    expectOpenFiles(3 * browsers);
    await using product = await startProduct(context, 'reconnect');
    const [one, other, ...people] = await insertPeople(product, browsers + 2);
    await connectInRing(product, [one!, other!, ...people], FRIENDS / 2);
    await settle(product.db);

    const restarts: Round[] = [];
    const gaps: Round[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      restarts.push(await disturb(product, people, [one!, other!], () => product.restart()));
      gaps.push(await disturb(product, people, [one!, other!], () => cutOffBus(product)));
      for (const [what, rounds] of Object.entries({ restart: restarts, 'bus cut off': gaps }))
        context.log(`round ${round}, ${what}: ${inWords(rounds.at(-1)!)}`);
    }
    return [
      ...measurements('a restart', restarts, browsers, 10),
      ...measurements('a gap on the bus', gaps, browsers, 5),
    ];
  },
};

async function disturb(
  product: Product,
  people: Person[],
  pair: ChatLatencyLoad['pair'],
  act: () => Promise<void>,
): Promise<Round> {
  const { url } = product;
  await using browsers = await startScript('loads/reconnect-load.ts', { url, people } satisfies ReconnectLoad);
  await using chat = await startScript('loads/chat-latency-load.ts', {
    url,
    pair,
    everyMs: PULSE_MS,
  } satisfies ChatLatencyLoad);
  const all = browsers.nextReply<Served>();
  const before = await transactions(product);
  await act();
  const thereAt = performance.now();
  const served = await all;
  const allMs = performance.now() - thereAt;
  const statements = (await transactions(product)) - before;
  const pulse = chat.nextReply<ChatLatency>();
  chat.send({});
  return { ...served, ...(await pulse), allMs, statements };
}

async function cutOffBus({ db }: Product): Promise<void> {
  const { rowCount } = await db.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where application_name = 'moodring bus' and datname = current_database()`,
  );
  if (rowCount !== 1) throw new Error(`There are ${rowCount} connections of the bus`);
}

/** Almost every statement of the product is a transaction of its own. */
async function transactions({ db }: Product): Promise<number> {
  await db.query('select pg_stat_force_next_flush()');
  const { rows } = await db.query<{ count: string }>(
    'select xact_commit as count from pg_stat_database where datname = current_database()',
  );
  return Number(rows[0]!.count);
}

function measurements(what: string, rounds: Round[], browsers: number, seconds: number): Measurement[] {
  const middle = (of: (round: Round) => number) => median(rounds.map(of));
  const how = `${browsers} browsers with ${FRIENDS} connections each; medians of ${rounds.length} rounds`;
  return [
    {
      figure: `all served again after ${what}`,
      unit: 's',
      ours: middle(({ allMs }) => allMs / 1000),
      goal: { atMost: seconds },
      note: `${how}; from the first disturbed to the last served ${(middle(({ servingMs }) => servingMs) / 1000).toFixed(1)} s after the first; ${middle(({ statements }) => statements)} transactions`,
    },
    {
      figure: `chat meanwhile, 99th percentile`,
      unit: 'ms',
      ours: middle(({ p99Ms }) => p99Ms),
      goal: { atMost: 250 },
      note: `${what}: a message every ${PULSE_MS} ms, from when it is due to its delivery; longest ${middle(({ longestMs }) => longestMs).toFixed(0)} ms`,
    },
  ];
}

function inWords({ allMs, servingMs, failures, statements, p99Ms, longestMs, messages }: Round): string {
  return `all served after ${(allMs / 1000).toFixed(1)} s, ${(servingMs / 1000).toFixed(1)} s after the first, ${failures} failures, ${statements} transactions; ${messages} messages meanwhile, 99 % within ${p99Ms.toFixed(0)} ms, all within ${longestMs.toFixed(0)} ms`;
}
