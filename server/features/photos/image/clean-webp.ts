import { MAX_PARTS, NotAPhoto } from './not-a-photo.ts';

interface Size {
  width: number;
  height: number;
}

const HEADER = 12;
const CHUNK_HEADER = 8;
/** Bits of VP8X's first byte. */
const ANIMATED = 0x02;
const HAS_METADATA = 0x04 | 0x08;
/** What a picture consists of, with its colour profile and its transparency. */
const KEPT = new Set(['VP8X', 'ICCP', 'ALPH', 'VP8 ', 'VP8L']);

/**
 * A WebP (RFC 9649) with only the chunks that its pixels and colours need. EXIF, XMP, unknown chunks and everything after the end
 * are left out.
 * @throws {NotAPhoto | RangeError} also for an animation
 */
export function cleanWebp(file: Buffer): Size & { bytes: Buffer } {
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WEBP') throw new NotAPhoto();
  const end = CHUNK_HEADER + file.readUInt32LE(4);
  if (end > file.length) throw new NotAPhoto();
  const kept: Buffer[] = [];
  const pictures: Size[] = [];
  let canvas: Size | undefined;
  for (let at = HEADER, parts = 0; at < end; parts++) {
    if (parts > MAX_PARTS) throw new NotAPhoto();
    const name = file.toString('latin1', at, at + 4);
    const length = file.readUInt32LE(at + 4);
    const padded = length + (length % 2);
    if (at + CHUNK_HEADER + padded > end) throw new NotAPhoto();
    const chunk = Buffer.from(file.subarray(at, at + CHUNK_HEADER + padded));
    const data = chunk.subarray(CHUNK_HEADER);
    if (name === 'VP8X') canvas = readCanvas(data);
    if (name === 'VP8 ') pictures.push(sizeOfLossy(data));
    if (name === 'VP8L') pictures.push(sizeOfLossless(data));
    if (name === 'ANIM' || name === 'ANMF') throw new NotAPhoto();
    if (KEPT.has(name)) kept.push(chunk);
    at += chunk.length;
  }
  const [size, ...further] = pictures;
  if (!size || further.length > 0) throw new NotAPhoto();
  if (canvas && (canvas.width !== size.width || canvas.height !== size.height)) throw new NotAPhoto();
  const bytes = Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'), ...kept]);
  bytes.writeUInt32LE(bytes.length - CHUNK_HEADER, 4);
  return { ...size, bytes };
}

/** Also clears the bits that announce EXIF and XMP, which are removed. */
function readCanvas(data: Buffer): Size {
  const bits = data.readUInt8(0);
  if (bits & ANIMATED) throw new NotAPhoto();
  data.writeUInt8(bits & ~HAS_METADATA, 0);
  return { width: 1 + data.readUIntLE(4, 3), height: 1 + data.readUIntLE(7, 3) };
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
