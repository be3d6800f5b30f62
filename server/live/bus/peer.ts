import type { NodeMessage } from './node-message.ts';

/** Another node, as this node knows it. */
export class Peer {
  readonly session: string;
  /** The last change of this node that the peer has handled; -1 before it has answered at all. */
  acked = -1;
  /** The peer does not answer in time: sockets open without waiting for it. */
  isSlow = false;
  /** The last change of the peer that this node has handled. */
  heard = 0;
  /** An acknowledgement of `heard` is due. */
  isAckDue = false;
  /** The people with sockets on the peer; undefined while unknown. Then it gets every event. */
  people: Set<string> | undefined;
  /** The parts of the peer's list that have arrived so far. */
  incoming: Set<string> | undefined;

  constructor(session: string) {
    this.session = session;
  }

  /** Its list is incomplete or out of date. */
  forgetPeople(): void {
    this.people = undefined;
    this.incoming = undefined;
  }

  /** Reads a part of its list. */
  readList({ n, people, isFirst, isLast }: Extract<NodeMessage, { type: 'list' }>): void {
    if (isFirst) {
      this.people = undefined;
      this.incoming = new Set();
    }
    this.change([], people);
    if (!isLast || !this.incoming) return;
    this.people = this.incoming;
    this.incoming = undefined;
    this.heard = Math.max(this.heard, n);
  }

  change(went: readonly string[], came: readonly string[]): void {
    for (const people of [this.people, this.incoming]) {
      for (const uid of went) people?.delete(uid);
      for (const uid of came) people?.add(uid);
    }
  }
}
