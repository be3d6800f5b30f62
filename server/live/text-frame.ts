/** Frames a text for the wire (RFC 6455 §5.2: final, unmasked), once for all sockets that it goes to: one write each. */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const header = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(header + length);
  frame[0] = 0x81;
  if (header === 2) frame[1] = length;
  if (header === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  }
  if (header === 10) {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, header);
  return frame;
}
