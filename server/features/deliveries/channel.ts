/** A row that a worker holds until its lease ends. */
export interface Claimed {
  id: string;
  /** Identifies the claim. */
  claim: number;
  /** The gateway or push service by which it leaves. */
  lane: string;
}

/** A text to one phone or a push to one device, with all that is needed to send it. */
export interface Delivery extends Claimed {
  /** Calls for support go first. */
  isSupport: boolean;
  /** The number of this attempt, from 1. */
  attempt: number;
  /** A failure of the last one is final. */
  maxAttempts: number;
}

/**
 * `sent`; `retry` after a failure and `later` without an attempt, both in `delayMs`; `failed`: given up; `over`: not wanted any more;
 * `gone`: its address takes nothing any more. A row with another address by now
 * is due at once.
 */
export interface Outcome extends Pick<Claimed, 'id' | 'claim'> {
  result: 'sent' | 'retry' | 'later' | 'failed' | 'over' | 'gone';
  reason?: string | undefined;
  delayMs?: number;
  /** Retries fail until the operator changes something. */
  isMisconfigured?: boolean;
}

/** Deliveries of a lane that are under way at once. */
interface Lane {
  name: string;
  /** For the log. */
  title: string;
  places: number;
  /** Those of the places that only calls for support take. */
  reserved: number;
}

/** The table in which deliveries wait: names of its columns, and conditions as its index has them. */
export interface Queue {
  table: 'texts' | 'pushes';
  lane: string;
  isWaiting: string;
  /** False for calls for support. */
  isOther: string;
  /** Those of a smaller turn go first. */
  turn: string;
  /** When to send it; during a claim: when its lease ends. */
  dueAt: string;
  /** The column that identifies a claim: it grows with each. */
  claim: string;
  /** Other columns that a claim sets, in SQL. */
  claims?: string;
}

/** A way to reach people: texts or pushes. */
export interface Channel<Each extends Delivery> {
  name: 'texts' | 'pushes';
  queue: Queue;
  lanes: readonly Lane[];
  /** Limits a claim to these causes; null for all. */
  openCauses?(): readonly string[] | null;
  /**
   * Reads all that has to be known about a claim, as it is at this moment. A row without a result is not due any more.
   * @param claimedAt the database's time, in milliseconds since 1970
   */
  look(claimed: readonly Claimed[], claimedAt: number): Promise<(Each | Outcome)[]>;
  /** Decides at the last moment, and hands it to its service once. When it throws, the delivery waits. */
  send(delivery: Each, signal: AbortSignal): Promise<Outcome>;
  /** Stores what came of deliveries. @returns the ids of those whose rows are locked now */
  store(outcomes: readonly Outcome[]): Promise<string[]>;
}
