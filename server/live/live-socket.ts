import type { Duplex } from 'node:stream';
import { type RawData, WebSocket } from 'ws';
import { TOO_MANY_FRAMES_CLOSE_CODE } from '#contract/limits.ts';
import type { SignedInPerson } from '../features/identity/index.ts';
import type { Listener, Listeners } from './listeners.ts';
import { type FrameHandler, readFrame } from './read-frame.ts';

/** A reader that lets this many bytes pile up is cut off: it reconnects and fetches what it missed. */
const MAX_UNREAD_BYTES = 1024 * 1024;

/** What all sockets have in common. */
export interface Company {
  listeners: Listeners<LiveSocket>;
  onFrame: FrameHandler;
  framesPerSecond: number;
}

/**
 * One person's open WebSocket. Thousands wait at a time, so each keeps as little as it can: nothing of the request that
 * opened it, and no function of its own.
 */
export class LiveSocket extends WebSocket implements Listener {
  uid = '';
  sessionId = '';
  private company!: Company;
  private wire!: Duplex;
  private alive = true;
  /** The second that frames are counted in, and how many came. */
  private second = 0;
  private came = 0;

  /**
   * Says whose it is, once it is open.
   * @param wire what the WebSocket runs on
   */
  join(company: Company, { uid, sessionId }: SignedInPerson, wire: Duplex): void {
    this.uid = uid;
    this.sessionId = sessionId;
    this.company = company;
    this.wire = wire;
    this.on('message', this.hear);
    this.on('ping', this.isWelcome);
    this.on('pong', this.answer);
    this.on('close', this.leave);
    // A broken socket also closes; the close is what counts.
    this.on('error', ignore);
    company.listeners.add(this);
  }

  /** @param frame as it goes over the wire: see textFrame */
  override send(frame: Buffer): void {
    if (this.readyState !== WebSocket.OPEN) return;
    if (this.bufferedAmount > MAX_UNREAD_BYTES) {
      this.terminate();
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

  /** Pings, and cuts off a peer that has not answered since the last time. */
  beat(): void {
    if (!this.alive) {
      this.terminate();
      return;
    }
    this.alive = false;
    this.ping();
  }

  private hear(data: RawData, isBinary: boolean): void {
    if (!this.isWelcome()) return;
    if (isBinary) this.close(1003, 'text frames only');
    else readFrame(String(data), this, this.company.onFrame);
  }

  private answer(): void {
    this.alive = this.isWelcome();
  }

  /** Counts a frame. Who brings more than any person's browser would is sent away, and not listened to meanwhile. */
  private isWelcome(): boolean {
    if (this.readyState !== WebSocket.OPEN) return false;
    const second = Math.floor(performance.now() / 1000);
    this.came = second === this.second ? this.came + 1 : 1;
    this.second = second;
    if (this.came <= this.company.framesPerSecond) return true;
    this.close(TOO_MANY_FRAMES_CLOSE_CODE, 'too many frames');
    return false;
  }

  private leave(): void {
    this.company.listeners.remove(this);
  }
}

function ignore(): void {}
