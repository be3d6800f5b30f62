import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A raw TCP connection, for bytes that no library would send. */
export class RawConnection {
  readonly socket: Socket;
  #isOver = false;
  #got = Buffer.alloc(0);
  #more = Promise.withResolvers<void>();

  static async open(origin: string): Promise<RawConnection> {
    const { port, hostname } = new URL(origin);
    // It stays open when the server closes its side.
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    await once(socket, 'connect');
    return new RawConnection(socket);
  }

  private constructor(socket: Socket) {
    this.socket = socket;
    const wake = () => {
      this.#more.resolve();
      this.#more = Promise.withResolvers();
    };
    socket.on('data', (bytes) => {
      this.#got = Buffer.concat([this.#got, bytes]);
      wake();
    });
    const end = () => {
      this.#isOver = true;
      wake();
    };
    // Without a listener an error would crash the process; `close` follows.
    socket.on('error', () => {});
    socket.on('end', end);
    socket.on('close', end);
  }

  /** Waits until the bytes are sent, or the connection has closed. */
  async write(bytes: string | Buffer): Promise<void> {
    if (this.socket.write(bytes)) return;
    await Promise.race([once(this.socket, 'drain'), once(this.socket, 'close')]).catch(() => {});
  }

  /** Waits for this number of bytes; returns fewer when the server closes the connection first. */
  async bytes(many: number): Promise<Buffer> {
    while (this.#got.length < many && !this.#isOver) await this.#more.promise;
    const taken = this.#got.subarray(0, many);
    this.#got = this.#got.subarray(many);
    return taken;
  }

  /** Reads until the server closes the connection. @throws when that takes too long */
  async readToEnd(withinMs = 10_000): Promise<string> {
    const hung = pause(withinMs, undefined, { ref: false }).then(() => {
      throw new Error(`The connection was not closed in time. So far it sent: ${this.#got}`);
    });
    const all = this.bytes(Number.POSITIVE_INFINITY);
    return String(await Promise.race([all, hung]));
  }
}
