/** Parts of a JPEG, each a marker, its length and its contents. */
export function segment(marker: number, contents: Buffer | string): Buffer {
  const data = Buffer.isBuffer(contents) ? contents : Buffer.from(contents, 'latin1');
  const head = Buffer.of(0xff, marker, 0, 0);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

const HUFFMAN = Buffer.concat([Buffer.of(0x00), Buffer.of(1, ...new Array(15).fill(0)), Buffer.of(0)]);

/** A small grey JPEG. @param extra segments after its header @param bytes how long its pixels are */
export function somePhoto({ extra = [] as Buffer[], width = 8, height = 8, bytes = 1 } = {}): Uint8Array {
  const frame = Buffer.of(8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0);
  return Buffer.concat([
    Buffer.of(0xff, 0xd8),
    segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    ...extra,
    segment(0xdb, Buffer.concat([Buffer.of(0), Buffer.alloc(64, 1)])),
    segment(0xc0, frame),
    segment(0xc4, HUFFMAN),
    segment(0xda, Buffer.of(1, 1, 0, 0, 63, 0)),
    Buffer.alloc(bytes, 0x2a),
    Buffer.of(0xff, 0xd9),
  ]);
}
