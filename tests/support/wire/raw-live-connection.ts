import { randomBytes } from 'node:crypto';
import type { Client } from '#fixtures/client.ts';
import { RawConnection } from './raw-connection.ts';

/** A browser's upgrade request for a live connection. @param more further header lines */
export function opening({ origin, cookie }: Client, more = ''): string {
  return (
    `GET /api/live HTTP/1.1\r\nhost: ${new URL(origin).host}\r\norigin: ${origin}\r\ncookie: ${cookie}\r\n` +
    `connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n${more}` +
    `sec-websocket-key: ${randomBytes(16).toString('base64')}\r\n\r\n`
  );
}

/** Opens a live connection as raw bytes. @returns it with the head of the server's answer */
export async function openRawLiveConnection(client: Client, more = ''): Promise<{ wire: RawConnection; head: string }> {
  const wire = await RawConnection.open(client.origin);
  await wire.write(opening(client, more));
  let head = '';
  while (!head.endsWith('\r\n\r\n')) {
    const byte = await wire.bytes(1);
    if (byte.length === 0) throw new Error(`No live connection: ${head}`);
    head += byte;
  }
  return { wire, head };
}

interface Shape {
  fin?: boolean;
  /** The three reserved bits. The first marks a compressed frame. */
  reserved?: number;
  masked?: boolean;
  /** A length in the header that differs from the real one. */
  claims?: bigint;
}

/** A frame of RFC 6455; `shape` makes it malformed. */
export function frame(opcode: number, payload: string | Buffer = '', shape: Shape = {}): Buffer {
  const { fin = true, reserved = 0, masked = true, claims } = shape;
  const body = Buffer.from(payload);
  const length = claims ?? BigInt(body.length);
  const small = length < 126n;
  const head = Buffer.alloc(small ? 2 : 10);
  head[0] = (fin ? 0x80 : 0) | (reserved << 4) | opcode;
  head[1] = (masked ? 0x80 : 0) | (small ? Number(length) : 127);
  if (!small) head.writeBigUInt64BE(length, 2);
  // A mask of zeros leaves the payload as it is.
  return Buffer.concat([head, Buffer.alloc(masked ? 4 : 0), body]);
}

export const OPCODES = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

/** The server's next frame; undefined when it has closed the connection. */
export async function nextFrame(wire: RawConnection): Promise<{ opcode: number; payload: Buffer } | undefined> {
  const head = await wire.bytes(2);
  if (head.length < 2) return;
  const payload = await wire.bytes(await lengthOf(head[1]! & 0x7f, wire));
  return { opcode: head[0]! & 0x0f, payload };
}

async function lengthOf(short: number, wire: RawConnection): Promise<number> {
  if (short === 126) return (await wire.bytes(2)).readUInt16BE(0);
  if (short === 127) return Number((await wire.bytes(8)).readBigUInt64BE(0));
  return short;
}

/** Waits for the server's close code; 1006 when it closes without a close frame. Other frames are skipped. */
export async function closeCodeOf(wire: RawConnection): Promise<number> {
  for (;;) {
    const next = await nextFrame(wire);
    if (!next) return 1006;
    if (next.opcode === OPCODES.close) return next.payload.readUInt16BE(0);
  }
}
