const FIRST_MS = 500;
const LONGEST_MS = 15_000;

/**
 * How long to wait before the next try, in milliseconds: 0.5 s, doubling up to 15 s. Jitter takes up to half of it
 * away, so that everybody who lost the same server does not come back in the same instant.
 */
export function backoff(failures: number, random: () => number = Math.random): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** failures);
  return longest / 2 + (longest / 2) * random();
}
