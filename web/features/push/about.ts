import type { About } from '#contract/consent.ts';

/** What texts and notifications can be about. */
export const ABOUT: readonly (readonly [About, string])[] = [
  ['all', 'All'],
  ['support', 'Calls for support'],
  ['none', 'None'],
];
