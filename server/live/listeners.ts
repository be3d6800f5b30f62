import type { LiveEvent } from '#contract/live.ts';

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

  /** Tells every socket of these people but one. The event is framed once, and only if somebody hears it. */
  tell(uids: Iterable<string>, event: LiveEvent, except?: Listener): void {
    let frame: Buffer | undefined;
    for (const uid of uids) {
      for (const listener of this.byPerson.get(uid) ?? []) {
        if (listener === except) continue;
        frame ??= frameOf(event);
        listener.send(frame);
      }
    }
  }

  *all(): Iterable<Listener> {
    for (const own of this.byPerson.values()) yield* own;
  }
}

/** An event as it goes over the wire. */
export function frameOf(event: LiveEvent): Buffer {
  return Buffer.from(JSON.stringify(event));
}
