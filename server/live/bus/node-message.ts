/**
 * What nodes tell each other about the people who have sockets on them (docs/decisions/0006-bus.md). A node counts its
 * changes since it joined. `to` is the session of the node that a message is for; all others ignore it.
 */
export type NodeMessage =
  /** A new node, or one that was cut off. It gets every event until its list has arrived. */
  | { type: 'join' }
  /** A part of the people on the sending node, as they are after its change `n`. Without `to` it is for all nodes. */
  | { type: 'list'; to?: string; n: number; people: string[]; isFirst: boolean; isLast: boolean }
  /** Change `n`: first these people went, then these came. */
  | { type: 'change'; n: number; went: string[]; came: string[] }
  /** The sender has handled all changes of `to` up to `n`. */
  | { type: 'ack'; to: string; n: number }
  /** The sender lost track of `to`: it needs the list, and the people there may have missed events. */
  | { type: 'ask'; to: string }
  /** The sender's last change, and the last change of each other node that it has handled. */
  | { type: 'beat'; n: number; heard: Record<string, number> }
  /** The sender stops. */
  | { type: 'leave' }
  /** One or all of this person's sessions ended. */
  | { type: 'ended'; uid: string };

/** A notification of PostgreSQL has room for this many ids. */
export const PEOPLE_PER_MESSAGE = 150;

/** Cuts people into parts for one message each; none make no part. */
export function inParts(people: Iterable<string>): string[][] {
  const left = [...people];
  const parts: string[][] = [];
  while (left.length > 0) parts.push(left.splice(0, PEOPLE_PER_MESSAGE));
  return parts;
}
