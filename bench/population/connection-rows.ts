import type { Population } from './population.ts';
import { createRandom } from './random.ts';
import type { RowWriter } from './row-writer.ts';

export const CONNECTION_COLUMNS = 'owner, other, connected_at, lastmessage';
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** Every connection both ways; those who never wrote to each other have no last message. */
export function* connectionRows(row: RowWriter, population: Population): Generator<void> {
  const { seed, uids, circles, beginning, timeOf } = population;
  const random = createRandom(seed, 'connections');
  const last = lastMessages(population);
  for (let pair = 0; pair < circles.pairs; pair += 1) {
    const ends = [circles.one[pair]!, circles.other[pair]!] as const;
    const connectedAt = beginning - random.below(YEAR_MS);
    for (const [owner, other] of [ends, [ends[1], ends[0]] as const]) {
      row.begin(4);
      row.uuid(uids, owner);
      row.uuid(uids, other);
      row.time(connectedAt);
      if (last[pair] === 0) row.null();
      else row.time(timeOf(last[pair]! - 1));
    }
    if (row.isFull) yield;
  }
}

/** Of every pair: which message was its last, counted from 1; 0 where there was none. */
function lastMessages({ circles, conversations }: Population): Uint32Array {
  const last = new Uint32Array(circles.pairs);
  for (const [message, pair] of conversations.pairOf.entries()) last[pair] = message + 1;
  return last;
}
