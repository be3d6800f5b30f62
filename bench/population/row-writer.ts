import type { Random } from './random.ts';

const CHUNK_BYTES = 1 << 18;
/** Room for the longest row behind a full chunk. */
const ROW_BYTES = 1 << 13;
/** PostgreSQL counts microseconds from here. */
const EPOCH_MS = Date.UTC(2000, 0, 1);
const HEADER = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)]);

/** Writes rows as PostgreSQL's binary COPY reads them: an id is 16 bytes, and nothing is parsed on either side. */
export class RowWriter {
  #chunk = Buffer.allocUnsafe(CHUNK_BYTES + ROW_BYTES);
  #at = HEADER.copy(this.#chunk);

  /** Begins a row. @param fields how many follow */
  begin(fields: number): void {
    this.#at = this.#chunk.writeInt16BE(fields, this.#at);
  }

  /** @param place which of the ids that stand in `ids` one after the other */
  uuid(ids: Uint8Array, place: number): void {
    this.#length(16);
    this.#chunk.set(ids.subarray(16 * place, 16 * place + 16), this.#at);
    this.#at += 16;
  }

  newUuid(random: Random): void {
    this.#length(16);
    writeRandomUuid(this.#chunk, this.#at, random);
    this.#at += 16;
  }

  text(text: string): void {
    const length = this.#chunk.write(text, this.#at + 4);
    this.#length(length);
    this.#at += length;
  }

  textOrNull(text: string | null): void {
    if (text === null) this.null();
    else this.text(text);
  }

  /** A text that is encoded already. */
  bytes(bytes: Uint8Array): void {
    this.#length(bytes.length);
    this.#chunk.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  bigint(value: number): void {
    this.#length(8);
    this.#at = this.#chunk.writeInt32BE(Math.floor(value / 2 ** 32), this.#at);
    this.#at = this.#chunk.writeUInt32BE(value % 2 ** 32, this.#at);
  }

  /** @param milliseconds since 1970, from 2000 on */
  time(milliseconds: number): void {
    this.bigint((milliseconds - EPOCH_MS) * 1_000);
  }

  boolean(value: boolean): void {
    this.#length(1);
    this.#at = this.#chunk.writeUInt8(value ? 1 : 0, this.#at);
  }

  null(): void {
    this.#length(-1);
  }

  get isFull(): boolean {
    return this.#at >= CHUNK_BYTES;
  }

  /** What has been written since the last time. */
  take(): Buffer {
    const taken = this.#chunk.subarray(0, this.#at);
    this.#chunk = Buffer.allocUnsafe(CHUNK_BYTES + ROW_BYTES);
    this.#at = 0;
    return taken;
  }

  /** What is left, and the mark of the end. */
  end(): Buffer {
    this.#at = this.#chunk.writeInt16BE(-1, this.#at);
    return this.take();
  }

  #length(bytes: number): void {
    this.#at = this.#chunk.writeInt32BE(bytes, this.#at);
  }
}

/** A UUID of version 4. */
export function writeRandomUuid(target: Buffer, at: number, random: Random): void {
  for (let word = 0; word < 4; word += 1) target.writeUInt32BE(random.bits(), at + 4 * word);
  target[at + 6] = 0x40 | (target[at + 6]! & 0x0f);
  target[at + 8] = 0x80 | (target[at + 8]! & 0x3f);
}
