import { describe, expect, test } from 'vitest';
import { ProductError } from '#contract/errors.ts';
import { segment, somePhoto } from '#tests/support/people/some-photo.ts';
import { cleanPhoto } from './clean-photo.ts';

const jpeg = (parts: Parameters<typeof somePhoto>[0] = {}) => Buffer.from(somePhoto(parts));
const PLACE = 'GPS 51.5007 N';

function chunk(name: string, data: Buffer): Buffer {
  const head = Buffer.from(`${name}\0\0\0\0`, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

function webp(chunks: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks]);
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

/** The header of a lossless picture of these sides. */
function lossless(width: number, height: number): Buffer {
  const data = Buffer.alloc(6);
  data.writeUInt8(0x2f, 0);
  data.writeUInt32LE((width - 1) | ((height - 1) << 14), 1);
  return chunk('VP8L', data);
}

function canvas(width: number, height: number, bits: number): Buffer {
  const data = Buffer.alloc(10);
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
  ])('loses %s, and nothing else', (_, metadata) => {
    expect(cleanPhoto(jpeg({ extra: [metadata] }))).toEqual({
      ...{ type: 'image/jpeg', width: 8, height: 8 },
      bytes: jpeg(),
    });
  });

  test('loses what follows its end', () => {
    expect(cleanPhoto(Buffer.concat([jpeg(), Buffer.from(PLACE)])).bytes).toEqual(jpeg());
  });

  test('keeps its colour profile', () => {
    const photo = jpeg({ extra: [segment(0xe2, 'ICC_PROFILE\0\x01\x01 Display P3')] });
    expect(cleanPhoto(photo).bytes).toEqual(photo);
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

  test('loses a page, a script or an archive that is hidden in it', () => {
    const page = '<html><script>alert(1)</script>';
    const hidden = [segment(0xfe, page), segment(0xe5, page), segment(0xe0, `JFXX\0${page}`)];
    const archive = Buffer.from('PK\x03\x04 an archive PK\x05\x06', 'latin1');
    expect(cleanPhoto(Buffer.concat([jpeg({ extra: hidden }), archive])).bytes).toEqual(jpeg());
  });

  test('is refused with more parts than any picture has', () => {
    expect(codeOf(jpeg({ extra: new Array(2_000).fill(segment(0xdd, '\0\0')) }))).toBe('invalid');
  });
});

describe('a WebP', () => {
  test('loses EXIF, XMP and unknown chunks, and no longer announces them', () => {
    const metadata = ['EXIF', 'XMP ', 'GPSX'].map((name) => chunk(name, Buffer.from(PLACE)));
    const cleaned = cleanPhoto(webp([canvas(30, 20, 0x3c), lossless(30, 20), ...metadata]));
    expect(cleaned).toEqual({
      ...{ type: 'image/webp', width: 30, height: 20 },
      bytes: webp([canvas(30, 20, 0x30), lossless(30, 20)]),
    });
  });

  test('is refused when it moves, has two sizes, has no picture, or ends early', () => {
    expect(codeOf(webp([canvas(30, 20, 0x02), lossless(30, 20)]))).toBe('invalid');
    expect(codeOf(webp([canvas(30, 20, 0), chunk('ANMF', Buffer.alloc(8)), lossless(30, 20)]))).toBe('invalid');
    expect(codeOf(webp([canvas(30, 21, 0), lossless(30, 20)]))).toBe('invalid');
    expect(codeOf(webp([canvas(30, 20, 0)]))).toBe('invalid');
    const whole = webp([canvas(30, 20, 0), lossless(30, 20)]);
    for (let length = 0; length < whole.length; length++) expect(codeOf(whole.subarray(0, length))).toBe('invalid');
  });
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
