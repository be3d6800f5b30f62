import type { Duplex } from 'node:stream';
import { type RawData, WebSocket } from 'ws';
import { MADE_ROOM_CLOSE_CODE, TOO_MANY_FRAMES_CLOSE_CODE } from '#contract/limits.ts';
import type { SignedInPerson } from '#server/features/identity/index.ts';
import type { FrameCounts } from './frame-rate-limit.ts';
import { type FrameHandler, readFrame } from './read-frame.ts';
import type { Listener, Listeners } from './socket-registry.ts';

/** A reader that lets this many bytes pile up is cut off: it reconnects and fetches what it missed. */
const MAX_UNREAD_BYTES = 1024 * 1024;

/** The first byte of a pong: final, and never longer than its second byte can tell (RFC 6455 §5.5). */
const PONG = 0x8a;

/** What all sockets have in common. */
export interface SocketSettings {
  listeners: Listeners<LiveSocket>;
  onFrame: FrameHandler;
  frames: FrameCounts;
  socketsPerPerson: number;
}

/**
 * One person's open WebSocket. Thousands wait at a time, so each keeps as little as it can: nothing of the request that
 * opened it, and no function of its own.
 */
export class LiveSocket extends WebSocket implements Listener {
  uid = '';
  sessionId = '';
  private company!: SocketSettings;
  private wire!: Duplex;
  private alive = true;

  /**
   * Says whose it is, once it is open.
   * @param wire what the WebSocket runs on
   */
  join(company: SocketSettings, { uid, sessionId }: SignedInPerson, wire: Duplex): void {
    this.uid = uid;
    this.sessionId = sessionId;
    this.company = company;
    this.wire = wire;
    this.on('message', this.hear);
    this.on('ping', this.answerPing);
    this.on('pong', this.hearPong);
    this.on('close', this.leave);
    // A broken socket also closes; the close is what counts.
    this.on('error', ignore);
    company.listeners.add(this);
    if (company.listeners.count(uid) > company.socketsPerPerson) {
      const [oldest] = company.listeners.of(uid);
      oldest?.makeRoom();
    }
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

  /** Not left to the library, which cuts off without a word who sends many in one breath. */
  private answerPing(payload: Buffer): void {
    if (this.isWelcome()) this.send(Buffer.concat([Buffer.of(PONG, payload.length), payload]));
  }

  private hearPong(): void {
    this.alive = this.isWelcome();
  }

  /** Counts a frame. Who brings more than any person's browsers would is sent away, and not listened to meanwhile. */
  private isWelcome(): boolean {
    if (this.readyState !== WebSocket.OPEN) return false;
    if (this.company.frames.isWelcome(this.uid)) return true;
    this.close(TOO_MANY_FRAMES_CLOSE_CODE, 'too many frames');
    return false;
  }

  /** Goes for a newer one, and at once: were its answer waited for, those that have gone would be as many as one likes. */
  private makeRoom(): void {
    this.leave();
    this.close(MADE_ROOM_CLOSE_CODE, 'made room for a newer connection');
    this.wire.once('finish', () => this.terminate());
    this.wire.end();
  }

  private leave(): void {
    this.company.listeners.remove(this);
  }
}

function ignore(): void {}
