import { randomInt } from 'node:crypto';
import { createRandom, type Random } from '#fixtures/population/random.ts';

/** Chance that can be repeated: `SEED=…` draws the same again. Which one it was is printed. */
export function seededRandom(purpose: string): Random {
  const seed = Number(process.env.SEED) || randomInt(1, 2 ** 31);
  console.log(`${purpose}: SEED=${seed}`);
  return createRandom(seed, purpose);
}
