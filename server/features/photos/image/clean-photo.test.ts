import { describe, expect, test } from 'vitest';
import { ProductError } from '#contract/errors.ts';
import { segment, somePhoto } from '#tests/support/people/some-photo.ts';
import { cleanPhoto } from './clean-photo.ts';

const jpeg = (parts: Parameters<typeof somePhoto>[0] = {}) => Buffer.from(somePhoto(parts));
const PLACE = 'GPS 51.5007 N';
const WORDS = 'HIDDEN-WORDS';

/** The small JPEG with these words at the end of one of its segments. */
function longer(marker: number, words: string): Buffer {
  const photo = jpeg({ extra: [segment(0xdd, '\0\x01')] });
  const start = photo.indexOf(Buffer.of(0xff, marker));
  const end = start + 2 + photo.readUInt16BE(start + 2);
  const contents = Buffer.concat([photo.subarray(start + 4, end), Buffer.from(words)]);
  return Buffer.concat([photo.subarray(0, start), segment(marker, contents), photo.subarray(end)]);
}

/** The small JPEG with this as its pixels. */
function withPixels(pixels: Buffer, extra: Buffer[] = []): Buffer {
  const photo = jpeg({ extra, bytes: 0 });
  return Buffer.concat([photo.subarray(0, -2), pixels, photo.subarray(-2)]);
}

function chunk(name: string, data: Buffer, padding = 0): Buffer {
  const head = Buffer.from(`${name}\0\0\0\0`, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2, padding)]);
}

function webp(chunks: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks]);
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

/** The header of a lossless picture of these sides, and an odd number of bytes. */
function lossless(width: number, height: number, padding = 0): Buffer {
  const data = Buffer.alloc(7);
  data.writeUInt8(0x2f, 0);
  data.writeUInt32LE((width - 1) | ((height - 1) << 14), 1);
  return chunk('VP8L', data, padding);
}

/** A transparency of 30 by 20, uncompressed. */
const alpha = (words = '') => chunk('ALPH', Buffer.concat([Buffer.alloc(1 + 30 * 20), Buffer.from(words)]));

/** The header of a lossy picture of 30 by 20. */
const LOSSY = chunk('VP8 ', Buffer.from('0000009d012a1e001400', 'hex'));

/** @param words behind its fields */
function canvas(width: number, height: number, bits: number, words = ''): Buffer {
  const data = Buffer.concat([Buffer.alloc(10), Buffer.from(words)]);
  data.writeUInt8(bits, 0);
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  return chunk('VP8X', data);
}

describe('a JPEG', () => {
  test.each([
    ['EXIF', segment(0xe1, `Exif\0\0${PLACE}`)],
    ['XMP', segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${PLACE}`)],
    ['IPTC', segment(0xed, `Photoshop 3.0\0${PLACE}`)],
    ['a comment', segment(0xfe, PLACE)],
    ['further pictures', segment(0xe2, `MPF\0${PLACE}`)],
    ['a preview', segment(0xe0, `JFIF\0\x01\x01\0\0\x01\0\x01\x01\x01${PLACE}`)],
    ['a colour profile', segment(0xe2, `ICC_PROFILE\0\x01\x01${PLACE}`)],
  ])('loses %s, and nothing else', (_, metadata) => {
    expect(cleanPhoto(jpeg({ extra: [metadata] }))).toEqual({
      ...{ type: 'image/jpeg', width: 8, height: 8 },
      bytes: jpeg(),
    });
  });

  test('loses what follows its end', () => {
    expect(cleanPhoto(Buffer.concat([jpeg(), Buffer.from(PLACE)])).bytes).toEqual(jpeg());
  });

  test('keeps its headers without what they say of a camera, once', () => {
    const headers = [segment(0xe0, 'JFIF\0\x01\x02\x01HIDE\0\0'), segment(0xee, 'AdobeHIDDEN\x01, and more')];
    const kept = jpeg({ extra: [segment(0xee, 'Adobe\0d\0\0\0\0\x01')] });
    expect(cleanPhoto(jpeg({ extra: [...headers, ...headers] })).bytes).toEqual(kept);
  });

  test('keeps tables of 16 bits, several tables in a segment, and loses fill bytes', () => {
    const tables = segment(
      0xdb,
      Buffer.concat([Buffer.of(0x11), Buffer.alloc(128, 1), Buffer.of(2), Buffer.alloc(64, 1)]),
    );
    const photo = jpeg({ extra: [tables] });
    expect(cleanPhoto(photo).bytes).toEqual(photo);
    expect(cleanPhoto(jpeg({ extra: [Buffer.alloc(3, 0xff), tables] })).bytes).toEqual(photo);
  });

  test('has restart markers in order, if it announces them', () => {
    const announced = [segment(0xdd, '\0\x01')];
    const restarts = (...numbers: number[]) => Buffer.concat(numbers.map((n) => Buffer.of(0xff, 0xd0 + n, 0x2a)));
    const photo = withPixels(restarts(0, 1, 2, 3, 4, 5, 6, 7, 0, 1), announced);
    expect(cleanPhoto(photo).bytes).toEqual(photo);
    expect(codeOf(withPixels(restarts(0)))).toBe('invalid');
    expect(codeOf(withPixels(restarts(0, 0), announced))).toBe('invalid');
    expect(codeOf(withPixels(restarts(0), [segment(0xdd, '\0\0')]))).toBe('invalid');
  });

  test('is refused with pixels before its frame, more colours than there are, or tables of other numbers', () => {
    const scan = Buffer.concat([segment(0xda, Buffer.of(1, 1, 0, 0, 63, 0)), Buffer.from(WORDS)]);
    const pixels = (count: number) => segment(0xda, Buffer.concat([Buffer.of(count), Buffer.alloc(2 * count + 3)]));
    expect(codeOf(jpeg({ extra: [scan] }))).toBe('invalid');
    expect(codeOf(withPixels(pixels(4)))).toBe('taken');
    expect(codeOf(withPixels(pixels(5)))).toBe('invalid');
    for (const number of [4, 0x20]) {
      const table = segment(0xdb, Buffer.concat([Buffer.of(number), Buffer.alloc(64)]));
      expect(codeOf(jpeg({ extra: [table] }))).toBe('invalid');
    }
  });

  test('is refused when it ends early, at each byte', () => {
    const whole = jpeg();
    for (let length = 0; length < whole.length; length++) expect(codeOf(whole.subarray(0, length))).toBe('invalid');
  });

  test('is refused with two frames, without one, or with a frame that browsers do not read', () => {
    const frame = segment(0xc0, Buffer.of(8, 0, 8, 0, 8, 1, 1, 0x11, 0));
    expect(codeOf(jpeg({ extra: [frame] }))).toBe('invalid');
    expect(codeOf(Buffer.from('ffd8ffd9', 'hex'))).toBe('invalid');
    expect(codeOf(jpeg({ extra: [segment(0xc9, Buffer.alloc(9))] }))).toBe('invalid');
  });

  test('is refused with so many scans that a browser would be busy for seconds', () => {
    const scan = Buffer.concat([segment(0xda, Buffer.of(1, 1, 0, 0, 63, 0)), Buffer.of(0x2a)]);
    const withScans = (count: number) => {
      const whole = jpeg();
      return Buffer.concat([whole.subarray(0, -2), ...new Array(count).fill(scan), whole.subarray(-2)]);
    };
    expect(codeOf(withScans(20))).toBe('taken');
    expect(codeOf(withScans(100))).toBe('invalid');
  });

  test('is refused with more parts than any picture has', () => {
    expect(codeOf(jpeg({ extra: new Array(2_000).fill(segment(0xdd, '\0\0')) }))).toBe('invalid');
    const tables = (count: number) => segment(0xc4, Buffer.alloc(17 * count));
    expect(codeOf(jpeg({ extra: [tables(8)] }))).toBe('taken');
    expect(codeOf(jpeg({ extra: [tables(9)] }))).toBe('invalid');
  });
});

describe('a WebP', () => {
  test('loses EXIF, XMP and unknown chunks, and no longer announces them', () => {
    const metadata = ['EXIF', 'XMP ', 'GPSX'].map((name) => chunk(name, Buffer.from(PLACE)));
    const cleaned = cleanPhoto(webp([canvas(30, 20, 0x3c), alpha(), LOSSY, ...metadata]));
    expect(cleaned).toEqual({
      ...{ type: 'image/webp', width: 30, height: 20 },
      bytes: webp([canvas(30, 20, 0x10), alpha(), LOSSY]),
    });
    expect(cleanPhoto(webp([canvas(30, 20, 0x3c), lossless(30, 20, 0x48), ...metadata]))).toEqual({
      ...{ type: 'image/webp', width: 30, height: 20 },
      bytes: webp([lossless(30, 20)]),
    });
  });

  test('keeps its transparency only where it is announced and used', () => {
    expect(cleanPhoto(webp([canvas(30, 20, 0), alpha(), LOSSY])).bytes).toEqual(webp([LOSSY]));
    expect(cleanPhoto(webp([alpha(), LOSSY])).bytes).toEqual(webp([LOSSY]));
    const whole = lossless(30, 20);
    expect(cleanPhoto(webp([canvas(30, 20, 0x10), alpha(), whole])).bytes).toEqual(webp([whole]));
    const compressed = chunk('ALPH', Buffer.of(1, 2, 3, 4));
    const photo = webp([canvas(30, 20, 0x10), compressed, LOSSY]);
    expect(cleanPhoto(photo).bytes).toEqual(photo);
  });

  test('is refused when it moves, has two sizes, has no picture, or ends early', () => {
    expect(codeOf(webp([canvas(30, 20, 0x02), lossless(30, 20)]))).toBe('invalid');
    expect(codeOf(webp([canvas(30, 20, 0), chunk('ANMF', Buffer.alloc(8)), lossless(30, 20)]))).toBe('invalid');
    expect(codeOf(webp([canvas(30, 21, 0), lossless(30, 20)]))).toBe('invalid');
    expect(codeOf(webp([canvas(30, 20, 0)]))).toBe('invalid');
    expect(codeOf(webp([LOSSY, lossless(30, 20)]))).toBe('invalid');
    const whole = webp([canvas(30, 20, 0), lossless(30, 20)]);
    for (let length = 0; length < whole.length; length++) expect(codeOf(whole.subarray(0, length))).toBe('invalid');
  });
});

test.each<[string, (words: string) => Buffer]>([
  ['a colour profile', (words) => jpeg({ extra: [segment(0xe2, `ICC_PROFILE\0\x01\x01${words}`)] })],
  ['quantization tables', (words) => longer(0xdb, words)],
  ['Huffman tables', (words) => longer(0xc4, words)],
  ['the restart interval', (words) => longer(0xdd, words)],
  ['the frame', (words) => longer(0xc0, words)],
  ['the scan’s header', (words) => longer(0xda, words)],
  ['ICCP', (words) => webp([canvas(30, 20, 0x20), chunk('ICCP', Buffer.from(words)), LOSSY])],
  ['VP8X', (words) => webp([canvas(30, 20, 0x10, words), alpha(), LOSSY])],
  ['ALPH', (words) => webp([canvas(30, 20, 0x10), alpha(words), LOSSY])],
  ['a second VP8X', (words) => webp([...(words ? [canvas(30, 20, 0, words)] : []), canvas(30, 20, 0), LOSSY])],
  ['a second ALPH', (words) => webp([canvas(30, 20, 0x10), ...(words ? [alpha(words)] : []), alpha(), LOSSY])],
])('hidden words in %s are removed, or refused with the photo', (_, photoWith) => {
  expect(codeOf(photoWith(''))).toBe('taken');
  const photo = photoWith(WORDS);
  expect(photo.includes(WORDS)).toBe(true);
  if (codeOf(photo) === 'taken') expect(cleanPhoto(photo).bytes.includes(WORDS)).toBe(false);
});

test.each(['GIF89a', '<svg xmlns="http://www.w3.org/2000/svg"/>', '%PDF-1.7', '<script>alert(1)</script>', ''])(
  'other files are refused: %j',
  (text) => expect(codeOf(Buffer.from(text))).toBe('invalid'),
);

test('a side of more than 2,048 pixels is refused', () => {
  expect(cleanPhoto(jpeg({ width: 2_048, height: 1 })).width).toBe(2_048);
  expect(codeOf(jpeg({ width: 2_049 }))).toBe('invalid');
  expect(codeOf(jpeg({ height: 60_000 }))).toBe('invalid');
  expect(codeOf(jpeg({ height: 0 }))).toBe('invalid');
});

function codeOf(file: Buffer): string {
  try {
    cleanPhoto(file);
  } catch (error) {
    return error instanceof ProductError ? error.code : String(error);
  }
  return 'taken';
}
