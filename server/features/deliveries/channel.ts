export interface Claimed {
  id: string;
  claim: number;
  lane: string;
}

export interface Delivery extends Claimed {
  isSupport: boolean;
  attempt: number;
  maxAttempts: number;
}

/**
 * `retry` after a failure and `later` without an attempt, both in `delayMs`; `over`: not wanted any more; `gone`: its
 * address takes nothing any more.
 */
export interface Outcome extends Pick<Claimed, 'id' | 'claim'> {
  result: 'sent' | 'retry' | 'later' | 'failed' | 'over' | 'gone';
  reason?: string | undefined;
  delayMs?: number;
  isMisconfigured?: boolean;
}

export interface Lane {
  name: string;
  title: string;
  places: number;
  reserved: number;
}

/** The columns of a table of deliveries, and conditions as its index has them, in SQL. */
export interface Queue {
  table: 'texts' | 'pushes';
  lane: string;
  isWaiting: string;
  isOther: string;
  turn: string;
  /** During a claim: when its lease ends. */
  dueAt: string;
  claim: string;
  claims?: string;
}

export interface Channel<Each extends Delivery> {
  queue: Queue;
  lanes: readonly Lane[];
  /** A row without a result is not due any more. @param claimedAt the database's time, in milliseconds since 1970 */
  look(claimed: readonly Claimed[], claimedAt: number): Promise<(Each | Outcome)[]>;
  /** Decides at the last moment, and hands it to its service once. When it throws, the delivery waits. */
  send(delivery: Each, signal: AbortSignal): Promise<Outcome>;
  /** @returns the ids of those whose rows are locked now */
  store(outcomes: readonly Outcome[]): Promise<string[]>;
}
