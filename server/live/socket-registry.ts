import type { LiveEvent } from '#contract/live.ts';

export interface PersonSocket {
  readonly uid: string;
  readonly sessionId: string;
  /** Of the network that it was opened from. A number, because a socket must take little memory. */
  readonly networkHash: number;
  send(frame: Buffer): void;
  close(code: number, reason: string): void;
}

/** The open sockets of this node, by person. Most people have one, so a Set is made only for several: it saves memory. */
export class SocketRegistry<Socket extends PersonSocket = PersonSocket> {
  private readonly byPerson = new Map<string, Socket | Set<Socket>>();

  add(socket: Socket): void {
    const own = this.byPerson.get(socket.uid);
    if (own instanceof Set) own.add(socket);
    else this.byPerson.set(socket.uid, own ? new Set([own, socket]) : socket);
  }

  remove(socket: Socket): void {
    const own = this.byPerson.get(socket.uid);
    if (own instanceof Set) own.delete(socket);
    if (own === socket || (own instanceof Set && own.size === 0)) this.byPerson.delete(socket.uid);
  }

  /** @param frame called only when there is a socket to send to */
  deliver(uids: Iterable<string>, frame: () => Buffer, except?: PersonSocket): void {
    for (const uid of uids) {
      for (const socket of this.of(uid)) {
        if (socket !== except) socket.send(frame());
      }
    }
  }

  of(uid: string): Iterable<Socket> {
    const own = this.byPerson.get(uid);
    if (own === undefined) return [];
    return own instanceof Set ? own : [own];
  }

  count(uid: string): number {
    const own = this.byPerson.get(uid);
    if (own === undefined) return 0;
    return own instanceof Set ? own.size : 1;
  }

  *all(): Iterable<Socket> {
    for (const uid of this.byPerson.keys()) yield* this.of(uid);
  }
}

export function eventFrame(event: LiveEvent): Buffer {
  return textFrame(JSON.stringify(event));
}

/** A WebSocket text frame (RFC 6455 §5.2: final, unmasked). Made once, then written to every socket that gets it. */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const header = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(header + length);
  frame[0] = 0x81;
  if (header === 2) frame[1] = length;
  if (header === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  }
  if (header === 10) {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, header);
  return frame;
}
