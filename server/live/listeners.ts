import type { LiveEvent } from '#contract/live.ts';
import { textFrame } from './text-frame.ts';

/** One open socket of one person. */
export interface Listener {
  readonly uid: string;
  readonly sessionId: string;
  send(frame: Buffer): void;
  close(code: number, reason: string): void;
}

/** Who is listening on this node: each person's open sockets. */
export class Listeners {
  private readonly byPerson = new Map<string, Set<Listener>>();

  add(listener: Listener): void {
    const own = this.byPerson.get(listener.uid);
    if (own) own.add(listener);
    else this.byPerson.set(listener.uid, new Set([listener]));
  }

  remove(listener: Listener): void {
    const own = this.byPerson.get(listener.uid);
    own?.delete(listener);
    if (own?.size === 0) this.byPerson.delete(listener.uid);
  }

  /**
   * Sends to every socket of these people but one.
   * @param frame asked for only if somebody listens
   */
  deliver(uids: Iterable<string>, frame: () => Buffer, except?: Listener): void {
    for (const uid of uids) {
      for (const listener of this.byPerson.get(uid) ?? []) {
        if (listener !== except) listener.send(frame());
      }
    }
  }

  deliverToAll(frame: Buffer): void {
    for (const listener of this.all()) listener.send(frame);
  }

  *all(): Iterable<Listener> {
    for (const own of this.byPerson.values()) yield* own;
  }
}

/** An event as it goes over the wire. */
export function frameOf(event: LiveEvent): Buffer {
  return textFrame(JSON.stringify(event));
}
