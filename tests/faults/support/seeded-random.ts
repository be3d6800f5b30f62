import { randomInt } from 'node:crypto';
import { createRandom, type Random } from '#fixtures/population/random.ts';

/** Random numbers that can be repeated: it prints the seed, and `SEED=…` gives the same numbers again. */
export function seededRandom(purpose: string): Random {
  const seed = Number(process.env.SEED) || randomInt(1, 2 ** 31);
  console.log(`${purpose}: SEED=${seed}`);
  return createRandom(seed, purpose);
}
