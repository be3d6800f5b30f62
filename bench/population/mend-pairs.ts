import type { Circles } from './circles.ts';
import { PairSet } from './pair-set.ts';
import type { Random } from './random.ts';

/** Partners that are tried for one pair; when none fits, the population is too small for its circles. */
const TRIES = 100_000;

/**
 * Where chance made no pair, or one that is there already, it changes partners with a pair from anywhere, if that makes
 * two good ones: everybody keeps as many connections as they have.
 * @param mayConnect whether two people can be a pair
 */
export function mendPairs(random: Random, circles: Circles, mayConnect: (a: number, b: number) => boolean): void {
  const { people, pairs, one, other } = circles;
  const set = new PairSet(people, one, other);
  const bad = badPairs();
  const fits = (a: number, b: number) => mayConnect(a, b) && !set.has(a, b);
  for (const pair of bad) {
    const partner = findPartner(pair);
    set.delete(one[partner]!, other[partner]!);
    [other[pair], other[partner]] = [other[partner]!, other[pair]!];
    for (const mended of [pair, partner]) set.add(one[mended]!, other[mended]!);
    bad.delete(pair);
  }

  function badPairs(): Set<number> {
    const seen = new Set<number>();
    const found = new Set<number>();
    for (let pair = 0; pair < pairs; pair += 1) {
      const [a, b] = [one[pair]!, other[pair]!];
      if (!mayConnect(a, b)) found.add(pair);
      else if (set.isRepeated(a, b)) {
        const key = Math.min(a, b) * people + Math.max(a, b);
        if (seen.has(key)) found.add(pair);
        seen.add(key);
      }
    }
    return found;
  }

  function findPartner(pair: number): number {
    const [a, b] = [one[pair]!, other[pair]!];
    for (let tries = 0; tries < TRIES; tries += 1) {
      const partner = random.below(pairs);
      if (bad.has(partner)) continue;
      const [c, d] = [one[partner]!, other[partner]!];
      const isTheSame = (a === c && d === b) || (a === b && c === d);
      if (!isTheSame && fits(a, d) && fits(c, b)) return partner;
    }
    throw new Error(`${people} people are too few for their circles`);
  }
}
