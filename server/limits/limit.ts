import type { Say } from '#contract/errors.ts';

export interface Limit {
  /** What is counted. Limits with the same name share their counts. */
  what: string;
  rules: readonly Rule[];
}

interface Rule {
  max: number;
  seconds: number;
  say: Say;
}

/** A node counts `leaseSize` uses at once, then spends them without the database. `max` of the rules counts leases. */
export interface LeasedLimit extends Limit {
  leaseSize: number;
  /** After a failure: `open` for own words and calls for help, `closed` for costs and strangers. */
  failMode: 'open' | 'closed';
}

/** One use of a limit, by or for a person's id, a network or a phone number. */
export type Count = readonly [limit: Limit, whom: string];
