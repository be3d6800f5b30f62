import type { LiveEvent } from '#contract/live.ts';

/**
 * Carries live events from one node to all others. The database stays the truth: after the bus was cut off, all browsers are asked
 * to fetch again, so a lost event loses nothing (docs/decisions/0006-bus.md).
 */
export interface Bus {
  /** @param event a LiveEvent as JSON, written on the first call; called only when it is sent */
  publish(uids: readonly string[], event: () => string): void;
  /** One or all of this person's sessions ended on this node. */
  publishSessionsEnded(uid: string): void;
  /**
   * A socket of this person is about to open here. Resolves when all later events arrive here: only then may the socket open and
   * its browser fetch. Each call needs one of `unsubscribe`.
   */
  subscribe(uid: string): Promise<void>;
  /** A socket of this person has closed, or did not open. */
  unsubscribe(uid: string): void;
  /** Whether there is no other node. */
  readonly isAlone: boolean;
  close(): Promise<void>;
}

/** Callbacks for what arrives from other nodes. */
export interface BusListener {
  onEvent(uids: readonly string[], event: () => string): void;
  onSessionsEnded(uid: string): void;
  /** Events and ended sessions may have been lost. */
  onGap(): void;
}

/** The event that asks a browser to fetch again, as JSON. */
export const REFETCH = JSON.stringify({ type: 'refetch' } satisfies LiveEvent);
