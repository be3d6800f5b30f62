import type { LiveEvent } from '#contract/live.ts';

/**
 * Carries what one node tells people to the other nodes, where they may be listening too. It carries hints: the
 * database is the truth, so a bus that was cut off asks everybody to fetch again, and nothing else is lost.
 */
export interface Bus {
  /** @param event asked for only if there may be somebody to hear it */
  publish(uids: readonly string[], event: EventText): void;
  /** Somebody is about to open a socket on this node. Undefined where every node hears everything. */
  follow(uid: string): Following | undefined;
  close(): Promise<void>;
}

/** What other nodes tell one person, for one socket of theirs. */
export interface Following {
  /**
   * Resolves when everything that is published from now on is heard here. A socket opens only after it: what the
   * browser then fetches is newer than what was told unheard.
   */
  begun: Promise<void>;
  end(): void;
}

/** A LiveEvent as JSON, written when it is first asked for. */
type EventText = () => string;

/** What a bus does with what other nodes say. */
export interface BusListener {
  onTold(uids: readonly string[], event: EventText): void;
  /** Something may have been missed. */
  onGap(): void;
}

/** The event that says that something may have been missed. */
export const REFETCH = JSON.stringify({ type: 'refetch' } satisfies LiveEvent);
