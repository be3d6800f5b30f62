import { percentile } from '#bench/report/percentile.ts';
import { median } from '#bench/report/statistics.ts';
import { ask } from '#bench/rig/child-processes.ts';
import type { Call, TimedCall } from './timed-calls-load.ts';

/** The same kind of call to a product among few people and to one among many. */
export interface CallPair {
  few: Call;
  many: Call;
}

/** What came of the pairs, in their order, round by round. */
export interface Rounds {
  few: TimedCall[][];
  many: TimedCall[][];
}

export interface Percentiles {
  few: number;
  many: number;
}

/**
 * Makes all the calls in turn, one among few, one among many, so that whatever else the machine does befalls both; and
 * again for every round. What comes first only warms up.
 */
export async function callSideBySide(pairs: CallPair[], rounds: number): Promise<Rounds> {
  const calls = pairs.flatMap(({ few, many }) => [few, many]);
  const timed: Rounds = { few: [], many: [] };
  for (let round = 0; round <= rounds; round += 1) {
    const answers = await ask<TimedCall[]>('loads/timed-calls.ts', { calls });
    if (round === 0) continue;
    timed.few.push(answers.filter((_, place) => place % 2 === 0));
    timed.many.push(answers.filter((_, place) => place % 2 === 1));
  }
  return timed;
}

/** A percentile over the calls, each by its middle round: what befell a call once is not the call's. */
export function percentiles(rounds: Rounds, share: number): Percentiles {
  const of = (side: TimedCall[][]) =>
    percentile(
      side[0]!.map((_, call) => median(side.map((round) => round[call]!.ms))),
      share,
    );
  return { few: of(rounds.few), many: of(rounds.many) };
}

/** Percentiles as people read them: many ÷ few. */
export function inWords({ few, many }: Percentiles): string {
  return `${many.toFixed(2)} ÷ ${few.toFixed(2)} ms`;
}
