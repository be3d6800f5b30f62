/** Numbers without a pattern, the same for the same seed: a population can be made again, wherever. */
export interface Random {
  /** A whole number of 32 bits. */
  bits(): number;
  /** From 0 up to, but not, 1. */
  fraction(): number;
  /** A whole number from 0 up to, but not, `count`. */
  below(count: number): number;
  pick<Item>(list: readonly Item[]): Item;
  /** Around 0, two thirds of them between -1 and 1. */
  normal(): number;
}

/**
 * A stream of them, by the generator "sfc32".
 * @param purpose streams of one seed for different purposes have nothing to do with each other
 */
export function createRandom(seed: number, purpose: string): Random {
  let [a, b, c, count] = [seed | 0, hash(purpose), seed ^ 0x9e3779b9, 1];

  function bits(): number {
    const sum = (a + b + count) | 0;
    count = (count + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }
  const fraction = () => bits() / 2 ** 32;
  const below = (limit: number) => Math.floor(fraction() * limit);

  for (let round = 0; round < 15; round += 1) bits();
  return {
    bits,
    fraction,
    below,
    pick: (list) => list[below(list.length)]!,
    normal: () => Math.sqrt(-2 * Math.log(1 - fraction())) * Math.cos(2 * Math.PI * fraction()),
  };
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value;
}
