import type { Random } from './random.ts';

/** How many connections a regular has, and as many chats. */
export const REGULAR_CIRCLE = 50;
/** Nobody has more connections. */
const LARGEST_CIRCLE = 500;
const AT_EITHER_END = 5;
const MIDDLE_CIRCLE = 10;
const SPREAD = 1.2;

/** The first people of a population are its regulars: measured ones, with circles of one size. */
export function regularsAmong(people: number): number {
  return Math.min(200, Math.floor(people / 5));
}

/**
 * How many connections each person has: most have a few, a few have very many. After the regulars come some with the
 * largest circle there is and some with none.
 * @returns their sum is even
 */
export function drawDegrees(random: Random, people: number): Uint16Array {
  const regulars = regularsAmong(people);
  const largest = Math.min(LARGEST_CIRCLE, Math.floor(people / 2));
  const degrees = new Uint16Array(people);
  let sum = 0;
  for (let person = 0; person < people; person += 1) {
    degrees[person] = degreeOf(person - regulars);
    sum += degrees[person]!;
  }
  if (sum % 2 === 1) degrees[people - 1]! += degrees[people - 1]! < largest ? 1 : -1;
  return degrees;

  function degreeOf(place: number): number {
    if (place < 0) return REGULAR_CIRCLE;
    if (place < AT_EITHER_END) return largest;
    if (place < 2 * AT_EITHER_END) return 0;
    return Math.min(largest, Math.floor(MIDDLE_CIRCLE * Math.exp(SPREAD * random.normal())));
  }
}
