import { ask } from './children.ts';
import type { Call, TimedCall } from './timed-calls.ts';

/** The same kind of call to a small product and to a large one. */
export interface CallPair {
  small: Call;
  large: Call;
}

export interface Sides {
  small: TimedCall[];
  large: TimedCall[];
}

/** Makes the calls in turn, one small, one large, so that whatever else the machine does befalls both. */
export async function callSideBySide(pairs: CallPair[]): Promise<Sides> {
  const calls = pairs.flatMap(({ small, large }) => [small, large]);
  const timed = await ask<TimedCall[]>('timed-calls.ts', { calls });
  return { small: timed.filter((_, place) => place % 2 === 0), large: timed.filter((_, place) => place % 2 === 1) };
}
