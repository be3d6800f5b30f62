import fc from 'fast-check';

/** Of all random input. `SEED=…` gives other input. */
export const SEED = Number(process.env.SEED) || 7;

fc.configureGlobal({ seed: SEED });
