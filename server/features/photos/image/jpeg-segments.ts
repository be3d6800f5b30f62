import { MAX_PARTS, NotAPhoto } from './not-a-photo.ts';

interface Segment {
  marker: number;
  bytes: Buffer;
  pixels: Buffer;
}

export const END = 0xd9;
export const SCAN = 0xda;
const HUFFMAN_TABLES = 0xc4;
const QUANTIZATION_TABLES = 0xdb;
const RESTART_INTERVAL = 0xdd;
const FIRST_RESTART = 0xd0;
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);
const HEAD = 4;
const MAX_COMPONENTS = 4;
/** A table's first byte: the precision or the class in bit 4, and its number from 0 to 3. */
const TABLE_BITS = 0x13;
/** In one segment. Without it, empty tables keep the server busy for tenths of a second. */
const MAX_TABLES = 8;

export function* readSegments(file: Buffer): Generator<Segment> {
  let restarts = false;
  let at = 2;
  for (let parts = 0; parts <= MAX_PARTS; parts++) {
    if (file.readUInt8(at) !== 0xff) throw new NotAPhoto();
    const marker = file.readUInt8(at + 1);
    // Any number of these bytes may stand before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === END) return;
    const end = at + 2 + file.readUInt16BE(at + 2);
    if (end < at + HEAD || end > file.length) throw new NotAPhoto();
    if (marker === RESTART_INTERVAL) restarts = file.readUInt16BE(at + HEAD) > 0;
    const next = marker === SCAN ? endOfScan(file, end, restarts) : end;
    yield { marker, bytes: file.subarray(at, end), pixels: file.subarray(end, next) };
    at = next;
  }
  throw new NotAPhoto();
}

/** A plain loop takes the same time for any bytes; `indexOf` ten times as long where each second byte is 0xff. */
function endOfScan(file: Buffer, start: number, restarts: boolean): number {
  for (let at = start, expected = 0; at + 1 < file.length; at++) {
    if (file[at] !== 0xff) continue;
    const next = file[at + 1]!;
    const restart = next - FIRST_RESTART;
    if (next !== 0 && (restart < 0 || restart > 7)) return at;
    at++;
    if (next === 0) continue;
    // They count from 0 to 7 and begin again. A decoder skips what follows any other one.
    if (!restarts || restart !== expected) throw new NotAPhoto();
    expected = (expected + 1) % 8;
  }
  throw new NotAPhoto();
}

export function isFrame(marker: number): boolean {
  return FRAMES.has(marker);
}

/** Exactly the length that its contents need: nothing can hide behind them, and decoders refuse others too. @throws {RangeError} */
export function hasExactLength({ marker, bytes }: Segment): boolean {
  const contents = bytes.subarray(HEAD);
  if (isFrame(marker)) return hasComponents(contents.readUInt8(5), contents.length, 6, 3);
  if (marker === SCAN) return hasComponents(contents.readUInt8(0), contents.length, 4, 2);
  if (marker === QUANTIZATION_TABLES) return hasTables(contents, (table) => 65 + 64 * (table.readUInt8(0) >> 4));
  if (marker === HUFFMAN_TABLES) return hasTables(contents, (table) => 17 + countHuffmanCodes(table));
  return marker === RESTART_INTERVAL && contents.length === 2;
}

function hasComponents(count: number, length: number, fixed: number, each: number): boolean {
  return count <= MAX_COMPONENTS && length === fixed + count * each;
}

function hasTables(contents: Buffer, lengthOf: (table: Buffer) => number): boolean {
  for (let at = 0, tables = 0; tables <= MAX_TABLES; tables++) {
    if (at === contents.length) return true;
    const table = contents.subarray(at);
    if (table.readUInt8(0) & ~TABLE_BITS) return false;
    at += lengthOf(table);
  }
  return false;
}

/** A table has 16 counts, one for each length of codes. */
function countHuffmanCodes(table: Buffer): number {
  return table.subarray(1, 17).reduce((sum, count) => sum + count, 0);
}
