import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { SignedInPerson } from '../features/identity/index.ts';
import type { Listener } from './listeners.ts';
import { type FrameHandler, readFrame } from './read-frame.ts';

/** A reader that lets this many bytes pile up is cut off: it reconnects and fetches what it missed. */
const MAX_UNREAD_BYTES = 1024 * 1024;

/** One person's open WebSocket. */
export class LiveSocket implements Listener {
  readonly uid: string;
  readonly sessionId: string;
  private readonly ws: WebSocket;
  private readonly wire: Duplex;
  private alive = true;

  /** @param wire what the WebSocket runs on */
  constructor(ws: WebSocket, wire: Duplex, person: SignedInPerson, onFrame: FrameHandler, onClose: () => void) {
    this.ws = ws;
    this.wire = wire;
    this.uid = person.uid;
    this.sessionId = person.sessionId;
    ws.on('message', (data, isBinary) => {
      if (isBinary) this.close(1003, 'text frames only');
      else readFrame(String(data), this, onFrame);
    });
    ws.on('pong', () => {
      this.alive = true;
    });
    ws.on('close', onClose);
    // A broken socket also closes; the close is what counts.
    ws.on('error', () => {});
  }

  send(frame: Buffer): void {
    if (this.ws.readyState !== this.ws.OPEN) return;
    if (this.ws.bufferedAmount > MAX_UNREAD_BYTES) {
      this.ws.terminate();
      return;
    }
    this.gather();
    // Beside the library, which would make a header for each socket; without compression it keeps nothing back either.
    this.wire.write(frame);
  }

  /** What is sent in one turn goes out in one write: a batch of messages answers and tells many frames at once. */
  private gather(): void {
    if (this.wire.writableCorked > 0) return;
    this.wire.cork();
    process.nextTick(() => this.wire.uncork());
  }

  close(code: number, reason: string): void {
    this.ws.close(code, reason);
  }

  /** Pings, and cuts off a peer that has not answered since the last time. */
  beat(): void {
    if (!this.alive) {
      this.ws.terminate();
      return;
    }
    this.alive = false;
    this.ws.ping();
  }
}
