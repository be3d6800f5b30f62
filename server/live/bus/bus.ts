import type { LiveEvent } from '#contract/live.ts';

/**
 * Carries what one node tells people to the other nodes, where they may be listening too. It carries hints: the
 * database is the truth, so a bus that was cut off asks everybody to fetch again, and nothing else is lost.
 */
export interface Bus {
  publish(told: Told): void;
  close(): Promise<void>;
}

/** A frame for the open sockets of some people, or of EVERYBODY. */
export interface Told {
  uids: readonly string[];
  /** A LiveEvent, as JSON. */
  frame: string;
}

/** What a bus does with what other nodes say. */
export interface BusListener {
  onTold(told: Told): void;
  /** Something may have been missed. */
  onGap(): void;
}

/** Instead of naming people: all who listen. */
export const EVERYBODY: readonly string[] = [];

/** The frame that says that something may have been missed. */
export const REFETCH = JSON.stringify({ type: 'refetch' } satisfies LiveEvent);
