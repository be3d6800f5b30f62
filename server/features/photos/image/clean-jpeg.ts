import { END, hasExactLength, isFrame, readSegments, SCAN } from './jpeg-segments.ts';
import { NotAPhoto } from './not-a-photo.ts';

interface Picture {
  width: number;
  height: number;
  bytes: Buffer;
}

const APP0 = 0xe0;
const APP14 = 0xee;
/** A progressive picture has about ten. For each, the reader's browser goes through all pixels again. */
const MAX_SCANS = 32;

const JFIF = Buffer.from('\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1');
const ADOBE = ['\0', '\x01', '\x02'].map((transform) =>
  Buffer.from(`\xff\xee\0\x0eAdobe\0\x64\0\0\0\0${transform}`, 'latin1'),
);
const TRANSFORM = 15;

/**
 * A JPEG (ITU T.81) with the segments that its pixels need, so without EXIF, comments and profiles. Bytes that decoders skip
 * stay: after the last pixel of a scan, and in unused tables.
 * @throws {NotAPhoto | RangeError}
 */
export function cleanJpeg(file: Buffer): Picture {
  const kept = [file.subarray(0, 2)];
  let size: { width: number; height: number } | undefined;
  let scans = 0;
  for (const segment of readSegments(file)) {
    const { marker, bytes, pixels } = segment;
    if (isMetadata(marker)) {
      const header = colourHeader(marker, bytes);
      if (header && !kept.includes(header)) kept.push(header);
      continue;
    }
    if (!hasExactLength(segment)) throw new NotAPhoto();
    if (isFrame(marker)) {
      if (size) throw new NotAPhoto();
      size = { height: bytes.readUInt16BE(5), width: bytes.readUInt16BE(7) };
    }
    if (marker === SCAN) {
      scans += 1;
      if (!size || scans > MAX_SCANS) throw new NotAPhoto();
    }
    kept.push(bytes, pixels);
  }
  if (!size || scans === 0) throw new NotAPhoto();
  return { ...size, bytes: Buffer.concat([...kept, Buffer.of(0xff, END)]) };
}

function isMetadata(marker: number): boolean {
  return (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;
}

/** The header that says how the colours are stored: without it they are wrong. */
function colourHeader(marker: number, segment: Buffer): Buffer | undefined {
  if (marker === APP0 && begins(segment, 'JFIF\0') && segment.length >= JFIF.length) return JFIF;
  if (marker === APP14 && begins(segment, 'Adobe'))
    return ADOBE.find((header) => header[TRANSFORM] === segment[TRANSFORM]);
  return undefined;
}

function begins(segment: Buffer, name: string): boolean {
  return segment.toString('latin1', 4, 4 + name.length) === name;
}
