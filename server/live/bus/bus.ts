import type { LiveEvent } from '#contract/live.ts';

/** Carries live events to the other nodes. After it was cut off, all browsers fetch again (docs/decisions/0006-bus.md). */
export interface Bus {
  /** @param event a LiveEvent as JSON, written on the first call; called only when it is sent */
  publish(uids: readonly string[], event: () => string): void;
  publishSessionsEnded(uid: string): void;
  /** Resolves when all later events of this person arrive here: only then may a socket open. Each call needs one `unsubscribe`. */
  subscribe(uid: string): Promise<void>;
  unsubscribe(uid: string): void;
  readonly isAlone: boolean;
  close(): Promise<void>;
}

export interface BusListener {
  onEvent(uids: readonly string[], event: () => string): void;
  onSessionsEnded(uid: string): void;
  onGap(): void;
}

export const REFETCH = JSON.stringify({ type: 'refetch' } satisfies LiveEvent);
