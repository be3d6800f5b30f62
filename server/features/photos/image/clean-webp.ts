import { MAX_PARTS, NotAPhoto } from './not-a-photo.ts';

interface Size {
  width: number;
  height: number;
}

const HEADER = 12;
const CHUNK_HEADER = 8;
const ANIMATED = 0x02;
const TRANSPARENT = 0x10;
const VP8X_LENGTH = 10;
const COMPRESSION = 0x03;
const NEEDED = new Set(['VP8X', 'ALPH', 'VP8 ', 'VP8L']);

/**
 * A WebP (RFC 9649) with only pixels and transparency, and new headers. Bytes after the last compressed pixel stay, because
 * only a decoder finds them.
 * @throws {NotAPhoto | RangeError}
 */
export function cleanWebp(file: Buffer): Size & { bytes: Buffer } {
  const chunks = readChunks(file);
  const [lossy, lossless, canvas] = [chunks.get('VP8 '), chunks.get('VP8L'), chunks.get('VP8X')];
  if (lossy && lossless) throw new NotAPhoto();
  if (lossless) {
    const size = sizeOfLossless(lossless);
    if (canvas) readCanvas(canvas, size);
    return { ...size, bytes: webp(chunk('VP8L', lossless)) };
  }
  if (!lossy) throw new NotAPhoto();
  const size = sizeOfLossy(lossy);
  const picture = chunk('VP8 ', lossy);
  const alpha = canvas && readCanvas(canvas, size).isTransparent ? chunks.get('ALPH') : undefined;
  if (!alpha) return { ...size, bytes: webp(picture) };
  return { ...size, bytes: webp([...transparentCanvas(size), ...chunk('ALPH', withoutRest(alpha, size)), ...picture]) };
}

function readChunks(file: Buffer): Map<string, Buffer> {
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WEBP') throw new NotAPhoto();
  const end = CHUNK_HEADER + file.readUInt32LE(4);
  if (end > file.length) throw new NotAPhoto();
  const chunks = new Map<string, Buffer>();
  for (let at = HEADER, parts = 0; at < end; parts++) {
    if (parts > MAX_PARTS) throw new NotAPhoto();
    const name = file.toString('latin1', at, at + 4);
    const length = file.readUInt32LE(at + 4);
    const data = file.subarray(at + CHUNK_HEADER, at + CHUNK_HEADER + length);
    at += CHUNK_HEADER + length + (length % 2);
    if (at > end || name === 'ANIM' || name === 'ANMF' || chunks.has(name)) throw new NotAPhoto();
    if (NEEDED.has(name)) chunks.set(name, data);
  }
  return chunks;
}

function readCanvas(data: Buffer, { width, height }: Size): { isTransparent: boolean } {
  const bits = data.readUInt8(0);
  if (data.length !== VP8X_LENGTH || bits & ANIMATED) throw new NotAPhoto();
  if (1 + data.readUIntLE(4, 3) !== width || 1 + data.readUIntLE(7, 3) !== height) throw new NotAPhoto();
  return { isTransparent: (bits & TRANSPARENT) > 0 };
}

function transparentCanvas({ width, height }: Size): Buffer[] {
  const data = Buffer.alloc(VP8X_LENGTH);
  data.writeUInt8(TRANSPARENT, 0);
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  return chunk('VP8X', data);
}

/** Uncompressed, it has one byte a pixel after its first byte. */
function withoutRest(alpha: Buffer, { width, height }: Size): Buffer {
  return alpha.readUInt8(0) & COMPRESSION ? alpha : alpha.subarray(0, 1 + width * height);
}

/** A key frame of VP8 (RFC 6386 §9.1): fourteen bits each, above them the scale. */
function sizeOfLossy(data: Buffer): Size {
  if (data.readUIntBE(3, 3) !== 0x9d012a) throw new NotAPhoto();
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
}

function sizeOfLossless(data: Buffer): Size {
  if (data.readUInt8(0) !== 0x2f) throw new NotAPhoto();
  const bits = data.readUInt32LE(1);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
}

function chunk(name: string, data: Buffer): Buffer[] {
  const header = Buffer.from(`${name}\0\0\0\0`, 'latin1');
  header.writeUInt32LE(data.length, 4);
  return [header, data, Buffer.alloc(data.length % 2)];
}

function webp(chunks: Buffer[]): Buffer {
  const bytes = Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'), ...chunks]);
  bytes.writeUInt32LE(bytes.length - CHUNK_HEADER, 4);
  return bytes;
}
