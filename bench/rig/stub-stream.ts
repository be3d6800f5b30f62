import { Duplex } from 'node:stream';

/** A connection without a network: `receive` is its peer. What is written is counted and dropped. */
export class StubStream extends Duplex {
  writtenBytes = 0;

  receive(bytes: Buffer): void {
    this.push(bytes);
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.writtenBytes += chunk.length;
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    for (const { chunk } of chunks) this.writtenBytes += chunk.length;
    done();
  }
}
