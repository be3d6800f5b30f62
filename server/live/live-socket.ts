import { randomInt } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { type RawData, WebSocket } from 'ws';
import { z } from 'zod';
import type { Language } from '#contract/account/languages.ts';
import { ProductError } from '#contract/errors.ts';
import { type ClientFrame, clientFrameSchema } from '#contract/live.ts';
import { MADE_ROOM_CLOSE_CODE, TOO_MANY_FRAMES_CLOSE_CODE } from '#contract/sizes.ts';
import type { SignedInPerson } from '#server/features/identity/index.ts';
import { wordsOf } from '#server/languages.ts';
import type { FrameRateLimit } from './frame-rate-limit.ts';
import { eventFrame, type PersonSocket, type SocketRegistry } from './socket-registry.ts';

/** Carries out a frame that a person sent. @throws {ProductError} in the promise: the frame is answered with `rejected` */
export type FrameHandler = (from: PersonSocket, frame: ClientFrame) => Promise<unknown>;

/** A socket with more unread bytes than this is closed. Its browser reconnects and fetches what it missed. */
const MAX_UNREAD_BYTES = 1024 * 1024;

/** With more unread bytes a peer gets no pongs, which take far more memory than their bytes. */
const MAX_UNREAD_BEFORE_PONG = 1_024;

/** With more unread bytes a peer is disconnected when it sends something that has to be refused. */
const MAX_UNREAD_BEFORE_REFUSAL = 16 * 1_024;

/** A longer one counts as several: reading 64 KB can take milliseconds. */
const BYTES_OF_A_FRAME = 2_048;

/** The first byte of a final pong frame. A pong's length always fits in the second byte (RFC 6455 §5.5). */
const PONG = 0x8a;

/** Longer ids are not repeated: answers must not be much larger than frames. */
const withIdSchema = z.object({ id: z.string().max(64) });

export interface SocketSettings {
  registry: SocketRegistry<LiveSocket>;
  onFrame: FrameHandler;
  rateLimit: FrameRateLimit;
  socketsPerPerson: number;
  onClose(uid: string): void;
}

/** Thousands are idle at a time (`npm run bench`: memory), so a socket keeps no request and no closure of its own. */
export class LiveSocket extends WebSocket implements PersonSocket {
  uid = '';
  sessionId = '';
  networkHash = 0;
  language: Language = 'en';
  private settings!: SocketSettings;
  private stream!: Duplex;
  /** What a pong has to repeat; 0 when none is awaited. */
  private awaitedPong = 0;

  register(
    settings: SocketSettings,
    { uid, sessionId }: Pick<SignedInPerson, 'uid' | 'sessionId'>,
    stream: Duplex,
  ): void {
    this.uid = uid;
    this.sessionId = sessionId;
    this.settings = settings;
    this.stream = stream;
    settings.registry.add(this);
    if (settings.registry.count(uid) > settings.socketsPerPerson) {
      const [oldest] = settings.registry.of(uid);
      oldest?.evict();
    }
  }

  /** Listeners would take 400 bytes a socket. After an `error` comes `close`, which does the work. */
  override emit(event: string | symbol, ...[data, isBinary]: unknown[]): boolean {
    if (event === 'message') this.handleMessage(data as RawData, isBinary as boolean);
    else if (event === 'ping') this.handlePing(data as Buffer);
    else if (event === 'pong') this.handlePong(data as Buffer);
    else if (event === 'close') this.handleClose();
    return true;
  }

  /** Writes to the stream: the library would build a header for each socket (`npm run bench`: chat). */
  override send(frame: Buffer): void {
    if (this.readyState !== WebSocket.OPEN) return;
    if (this.bufferedAmount > MAX_UNREAD_BYTES) {
      this.terminate();
      return;
    }
    this.cork();
    this.stream.write(frame);
  }

  /** Joins the frames of one tick into one write: a batch of messages sends many at once. */
  private cork(): void {
    if (this.stream.writableCorked > 0) return;
    this.stream.cork();
    process.nextTick(() => this.stream.uncork());
  }

  /** Only who has read all before a ping can repeat it, so what a peer does not read cannot pile up. */
  checkAlive(): void {
    if (this.awaitedPong !== 0) {
      this.terminate();
      return;
    }
    this.awaitedPong = randomInt(1, 2 ** 30);
    this.ping(String(this.awaitedPong));
  }

  private handleMessage(data: RawData, isBinary: boolean): void {
    if (!this.isWithinRate(1 + (data as Buffer).length / BYTES_OF_A_FRAME)) return;
    if (isBinary) {
      this.close(1003, 'text frames only');
      return;
    }
    const input = parse(String(data));
    const frame = clientFrameSchema.safeParse(input);
    if (!frame.success) {
      this.reject(input, new ProductError('invalid'));
      return;
    }
    this.settings.onFrame(this, frame.data).catch((error: unknown) => {
      if (error instanceof ProductError && error.code !== 'unavailable') this.reject(input, error);
      // The message may be stored or not. The browser reconnects and sends it again under the same id.
      else this.close(1013, 'try again later');
    });
  }

  /** Without `cork`, so that only what the peer does not read counts as unread. Frames of this tick have not been sent yet. */
  private reject(input: unknown, error: ProductError): void {
    if (this.readyState !== WebSocket.OPEN) return;
    if (this.stream.writableCorked === 0 && this.bufferedAmount > MAX_UNREAD_BEFORE_REFUSAL) {
      this.terminate();
      return;
    }
    const { data } = withIdSchema.safeParse(input);
    this.stream.write(
      eventFrame({ type: 'rejected', id: data?.id ?? null, error: error.view(wordsOf(this.language)) }),
    );
  }

  /** The library's own pong (`autoPong`) would disconnect a peer that sends many pings at once, without a close code. */
  private handlePing(payload: Buffer): void {
    if (!this.isWithinRate() || this.bufferedAmount > MAX_UNREAD_BEFORE_PONG) return;
    this.stream.write(Buffer.concat([Buffer.of(PONG, payload.length), payload]));
  }

  private handlePong(payload: Buffer): void {
    if (this.isWithinRate() && String(payload) === String(this.awaitedPong)) this.awaitedPong = 0;
  }

  /** Above the limit the socket is closed, and further frames are ignored. */
  private isWithinRate(frames = 1): boolean {
    if (this.readyState !== WebSocket.OPEN) return false;
    if (this.settings.rateLimit.allow(this.uid, frames)) return true;
    this.close(TOO_MANY_FRAMES_CLOSE_CODE, 'too many frames');
    return false;
  }

  /** Closes the socket in favour of a newer one. It does not wait for the peer, so evicted sockets cannot pile up. */
  private evict(): void {
    this.settings.registry.remove(this);
    this.close(MADE_ROOM_CLOSE_CODE, 'made room for a newer connection');
    this.stream.once('finish', () => this.terminate());
    this.stream.end();
  }

  private handleClose(): void {
    this.settings.registry.remove(this);
    this.settings.onClose(this.uid);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
