import type { LiveEvent } from '#contract/live.ts';
import { textFrame } from './text-frame.ts';

/** One open socket of one person. */
export interface Listener {
  readonly uid: string;
  readonly sessionId: string;
  send(frame: Buffer): void;
  close(code: number, reason: string): void;
}

/** Who is listening on this node: each person's open sockets. A set only for who has several: most have one. */
export class Listeners<Kind extends Listener = Listener> {
  private readonly byPerson = new Map<string, Kind | Set<Kind>>();

  add(listener: Kind): void {
    const own = this.byPerson.get(listener.uid);
    if (own instanceof Set) own.add(listener);
    else this.byPerson.set(listener.uid, own ? new Set([own, listener]) : listener);
  }

  remove(listener: Kind): void {
    const own = this.byPerson.get(listener.uid);
    if (own instanceof Set) own.delete(listener);
    if (own === listener || (own instanceof Set && own.size === 0)) this.byPerson.delete(listener.uid);
  }

  /**
   * Sends to every socket of these people but one.
   * @param frame asked for only if somebody listens
   */
  deliver(uids: Iterable<string>, frame: () => Buffer, except?: Listener): void {
    for (const uid of uids) {
      for (const listener of this.of(uid)) {
        if (listener !== except) listener.send(frame());
      }
    }
  }

  /** A person's open sockets, the oldest first. */
  of(uid: string): Iterable<Kind> {
    const own = this.byPerson.get(uid);
    if (own === undefined) return [];
    return own instanceof Set ? own : [own];
  }

  /** How many sockets a person has open. */
  count(uid: string): number {
    const own = this.byPerson.get(uid);
    if (own === undefined) return 0;
    return own instanceof Set ? own.size : 1;
  }

  *all(): Iterable<Kind> {
    for (const uid of this.byPerson.keys()) yield* this.of(uid);
  }
}

/** An event as it goes over the wire. */
export function eventFrame(event: LiveEvent): Buffer {
  return textFrame(JSON.stringify(event));
}
