/** How often something may be done. All rules hold at once. */
export interface Limit {
  /** What is counted. Limits with the same name share their counts. */
  what: string;
  rules: readonly Rule[];
}

/** At most `max` times within any period of `seconds`. */
interface Rule {
  max: number;
  seconds: number;
  /** The error message above the limit. */
  message: string;
}

/**
 * A limit for something frequent. A node counts `leaseSize` uses at once, then spends them without the database: a lease.
 * The rules count leases, so `max` of them allow `max * leaseSize` uses.
 */
export interface LeasedLimit extends Limit {
  leaseSize: number;
  /**
   * While the limits cannot be counted: `open` for a person's own words and calls for help; `closed` (LimitsUnavailable)
   * for anything that costs money or disturbs strangers.
   */
  failMode: 'open' | 'closed';
}

/** One use of a limit, by or for a person's id, a network or a phone number. */
export type Count = readonly [limit: Limit, whom: string];
