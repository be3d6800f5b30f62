import type { About } from '#contract/consent.ts';

export const ABOUT: readonly (readonly [About, string])[] = [
  ['all', 'All'],
  ['support', 'Calls for support'],
  ['none', 'None'],
];
