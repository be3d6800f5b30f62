import type { Message } from '#contract/views.ts';

/** What this browser holds of the messages between two people: the newest, and as many older ones as were looked at. */
export interface Conversation {
  /** By seq, oldest first, without a gap, each id once. */
  messages: Message[];
  /** Asks for the page of older messages; null when there are none. */
  before: number | null;
  /** The newest seq of the last newest page: up to here nothing is missing, whatever the live connection missed. */
  fetchedThrough: number;
}
