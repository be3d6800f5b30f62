/** How often something may be done. All of its rules hold at once. */
export interface Limit {
  /** What is counted. Limits of one name count together. */
  what: string;
  rules: readonly Rule[];
}

/** At most so often within any time of that length. */
interface Rule {
  most: number;
  seconds: number;
  /** What somebody who is refused is told. */
  words: string;
}

/** A limit of something so frequent that nodes count it `share` at a time. */
export interface SharedLimit extends Limit {
  share: number;
  /** Whether a node asks for the next share when half of one is used, so that nobody waits for it. */
  ahead: boolean;
  /**
   * While the limits cannot be counted. `pass`: people go on, because it is their own words or call for help. `refuse`:
   * LimitsUnavailable, because it costs money or a stranger's peace.
   */
  whenUncounted: 'pass' | 'refuse';
}

/** One more of a limit, by or for someone: an id, an address, a number. */
export type Count = readonly [limit: Limit, whom: string];
