import { median, percentile } from '#bench/report/statistics.ts';
import { runScript } from '#bench/rig/child-processes.ts';
import type { Call, TimedCall } from './timed-calls-load.ts';

/** The same kind of call to a product among few people and to one among many. */
export interface CallPair {
  few: Call;
  many: Call;
}

/** The results of the pairs, in their order, for each round. */
export interface Rounds {
  few: TimedCall[][];
  many: TimedCall[][];
}

export interface Percentiles {
  few: number;
  many: number;
}

/**
 * Makes all calls in each round, alternating between few and many, so that other load on the machine affects both sides.
 * A first round only warms up.
 */
export async function timeCalls(pairs: CallPair[], rounds: number): Promise<Rounds> {
  const calls = pairs.flatMap(({ few, many }) => [few, many]);
  const timed: Rounds = { few: [], many: [] };
  for (let round = 0; round <= rounds; round += 1) {
    const answers = await runScript<TimedCall[]>('loads/timed-calls-load.ts', { calls });
    if (round === 0) continue;
    timed.few.push(answers.filter((_, place) => place % 2 === 0));
    timed.many.push(answers.filter((_, place) => place % 2 === 1));
  }
  return timed;
}

/** A percentile over the calls. Each call counts with its median over the rounds, which removes single outliers. */
export function percentiles(rounds: Rounds, share: number): Percentiles {
  const of = (side: TimedCall[][]) =>
    percentile(
      side[0]!.map((_, call) => median(side.map((round) => round[call]!.ms))),
      share,
    );
  return { few: of(rounds.few), many: of(rounds.many) };
}

/** For the table: many ÷ few. */
export function inWords({ few, many }: Percentiles): string {
  return `${many.toFixed(2)} ÷ ${few.toFixed(2)} ms`;
}
