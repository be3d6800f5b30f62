import { drawDegrees, regularsAmong } from './degrees.ts';
import { mendPairs } from './mend-pairs.ts';
import { createRandom, type Random } from './random.ts';
import { shuffle } from './shuffle.ts';

/** Who is connected with whom: pair by pair, each once, nobody with themself. */
export interface Circles {
  people: number;
  pairs: number;
  one: Uint32Array;
  other: Uint32Array;
}

/**
 * Draws the connections of a population, in no order. Regulars are not connected with each other, so that the chats of
 * each are theirs alone.
 */
export function drawCircles(seed: number, people: number): Circles {
  const random = createRandom(seed, 'circles');
  const ends = shuffledEnds(random, drawDegrees(random, people));
  const pairs = ends.length / 2;
  const circles = { people, pairs, one: ends.slice(0, pairs), other: ends.slice(pairs) };
  const regulars = regularsAmong(people);
  mendPairs(random, circles, (a, b) => a !== b && (a >= regulars || b >= regulars));
  return circles;
}

/** Everybody as often as they have connections, shuffled: any two halves of it make pairs. */
function shuffledEnds(random: Random, degrees: Uint16Array): Uint32Array {
  const ends = new Uint32Array(degrees.reduce((sum, degree) => sum + degree, 0));
  let at = 0;
  for (const [person, degree] of degrees.entries()) {
    ends.fill(person, at, at + degree);
    at += degree;
  }
  shuffle(random, ends);
  return ends;
}
