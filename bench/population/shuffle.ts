import type { Random } from './random.ts';

/** In place, every order as likely (Fisher and Yates). */
export function shuffle(random: Random, list: Uint32Array): void {
  for (let i = list.length - 1; i > 0; i -= 1) {
    const j = random.below(i + 1);
    const kept = list[i]!;
    list[i] = list[j]!;
    list[j] = kept;
  }
}
