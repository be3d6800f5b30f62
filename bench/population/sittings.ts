import type { Random } from './random.ts';
import { shuffle } from './shuffle.ts';

/** People write a few messages at a sitting. */
const LONGEST = 11;
/** While two people chat others do too: so many sittings mingle. */
const AT_ONCE = 16;
/** A sitting is kept as one number: its pair and its length. */
const LENGTHS = 16;

export function drawSittingLength(random: Random): number {
  return 1 + random.below(LONGEST);
}

/**
 * Cuts every conversation into sittings, shuffles those, and lets those that are beside each other mingle.
 * @param lengths how many messages each pair has
 * @returns the pair of every message in the order in which they are written
 */
export function mingledSittings(random: Random, lengths: Uint32Array, messages: number): Uint32Array {
  const sittings = cutIntoSittings(random, lengths, messages);
  shuffle(random, sittings);
  const pairOf = new Uint32Array(messages);
  const open: { pair: number; left: number }[] = [];
  let next = 0;
  for (let message = 0; message < messages; message += 1) {
    while (open.length < AT_ONCE && next < sittings.length) {
      open.push({ pair: Math.floor(sittings[next]! / LENGTHS), left: sittings[next]! % LENGTHS });
      next += 1;
    }
    const place = random.below(open.length);
    const sitting = open[place]!;
    pairOf[message] = sitting.pair;
    sitting.left -= 1;
    if (sitting.left === 0) open.splice(place, 1);
  }
  return pairOf;
}

function cutIntoSittings(random: Random, lengths: Uint32Array, messages: number): Uint32Array {
  const sittings = new Uint32Array(messages);
  let count = 0;
  for (const [pair, length] of lengths.entries()) {
    for (let left = length; left > 0; count += 1) {
      const sitting = Math.min(left, drawSittingLength(random));
      sittings[count] = pair * LENGTHS + sitting;
      left -= sitting;
    }
  }
  return sittings.subarray(0, count);
}
