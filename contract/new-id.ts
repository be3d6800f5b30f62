/**
 * The id of a new message: a UUID of version 7 (RFC 9562 §5.7), a time followed by 74 random bits. Ids that grow with time are
 * neighbours in their index, and allow cutting the table by time. Not `crypto.randomUUID`, which makes version 4 and is
 * missing in browsers over plain http.
 */
export function newId(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  bytes[2] = (bytes[2]! & 0x3f) | 0x80;
  const random = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(1, 4)}-${random.slice(4, 8)}-${random.slice(8)}`;
}
