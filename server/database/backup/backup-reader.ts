import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

const NEWLINE = 0x0a;
const GZIP = Buffer.from([0x1f, 0x8b]);
const END_OF_ROWS = Buffer.from('\\.\n');

/** A longer line, as that of a photo, is passed on in parts: holding it would copy it again for each part that is read. */
const LONG_LINE = 256 * 1024;

/** Reads a backup: SQL line by line, and the rows of a COPY in chunks as they come from the disk. */
export class BackupReader implements AsyncDisposable {
  readonly #chunks: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  static async open(file: string): Promise<BackupReader> {
    const compressed = (await firstBytes(file)).equals(GZIP);
    const source = createReadStream(file);
    // An error also ends the last stream, whose reader then throws it.
    return new BackupReader(compressed ? pipeline(source, createGunzip(), () => {}) : source);
  }

  private constructor(source: AsyncIterable<Buffer>) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  async line(): Promise<string | undefined> {
    for (;;) {
      const end = this.#held.indexOf(NEWLINE);
      if (end >= 0) return this.#take(end + 1).toString('utf8', 0, end);
      if (!(await this.#readMore())) return undefined;
    }
  }

  /** The rows up to their end line, in chunks. @throws when the file ends before it */
  async *rows(): AsyncGenerator<Buffer> {
    for (let isAtLineStart = true; ; ) {
      if (isAtLineStart && this.#held.indexOf(END_OF_ROWS) === 0) break;
      const end = this.#held.indexOf(`\n${END_OF_ROWS}`) + 1 || this.#held.lastIndexOf(NEWLINE) + 1;
      if (end > 0 || this.#held.length > LONG_LINE) {
        isAtLineStart = end > 0;
        yield this.#take(end || this.#held.length);
      } else if (!(await this.#readMore())) throw new Error('The backup ends in the middle of a table.');
    }
    this.#take(END_OF_ROWS.length);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#chunks.return?.();
  }

  #take(length: number): Buffer {
    const taken = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    return taken;
  }

  async #readMore(): Promise<boolean> {
    const { value, done } = await this.#chunks.next();
    if (!done) this.#held = Buffer.concat([this.#held, value]);
    return !done;
  }
}

async function firstBytes(file: string): Promise<Buffer> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(GZIP.length), 0, GZIP.length, 0);
  return buffer.subarray(0, bytesRead);
}
