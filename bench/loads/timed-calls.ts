/** A process of its own: makes calls one after the other on one open connection, and times them. */
import { Agent } from 'node:http';
import { median, percentile } from '#bench/report/statistics.ts';
import { type Call, call } from '#bench/rig/call.ts';
import { ownProcess } from '#bench/rig/own-process.ts';

interface TimedCall {
  /** From the request to the last byte of the answer. */
  ms: number;
  /** Of the answer's body. */
  bytes: number;
}

const timedCalls = ownProcess(import.meta, async (calls: Call[]): Promise<TimedCall[]> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const timed: TimedCall[] = [];
  for (const each of calls) {
    const from = performance.now();
    const { byteLength: bytes } = await call(each, agent);
    timed.push({ ms: performance.now() - from, bytes });
  }
  return timed;
});

/** Of the same kind of call to a product among few people and to one among many. */
interface Sides<Value> {
  few: Value;
  many: Value;
}

/** The results of the pairs, in their order, for each round. */
export type Rounds = Sides<TimedCall[][]>;

/**
 * Makes all calls in each round, alternating between few and many, so that other load on the machine affects both sides.
 * A first round only warms up.
 */
export async function timeCalls(pairs: Sides<Call>[], rounds: number): Promise<Rounds> {
  const calls = pairs.flatMap(({ few, many }) => [few, many]);
  const timed: Rounds = { few: [], many: [] };
  for (let round = 0; round <= rounds; round += 1) {
    const answers = await timedCalls.run(calls);
    if (round === 0) continue;
    timed.few.push(answers.filter((_, place) => place % 2 === 0));
    timed.many.push(answers.filter((_, place) => place % 2 === 1));
  }
  return timed;
}

/** A percentile over the calls. Each call counts with its median over the rounds, which removes single outliers. */
export function percentiles(rounds: Rounds, share: number): Sides<number> {
  const of = (side: TimedCall[][]) =>
    percentile(
      side[0]!.map((_, place) => median(side.map((round) => round[place]!.ms))),
      share,
    );
  return { few: of(rounds.few), many: of(rounds.many) };
}

/** For the table: many ÷ few. */
export function inWords({ few, many }: Sides<number>): string {
  return `${many.toFixed(2)} ÷ ${few.toFixed(2)} ms`;
}
