/** How long tests wait for what they cannot be told of, as a socket's frame or another process. No result depends on it. */
export const PATIENCE_MS = 15_000;

/** In the burn-in everything takes many times as long. */
export const BURN_IN_FACTOR = process.env.SLOW_BROWSER ? 5 : 1;

export const LONG_PATIENCE_MS = BURN_IN_FACTOR * 30_000;
