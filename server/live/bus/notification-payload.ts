import { REFETCH } from './bus.ts';
import type { NodeMessage } from './node-message.ts';

/** PostgreSQL's limit for a notification is 8,000 bytes. */
const PAYLOAD_MAX_BYTES = 7_900;
const UIDS_PER_LINE = 100;

/**
 * Safe separators: neither JSON nor a comma-separated list of ids contains a line break, and ids contain no space. A message
 * between nodes begins with a brace instead of an id, so nodes of earlier versions deliver it to no one.
 */
const LINE_BREAK = '\n';
const SEPARATOR = ' ';

/** Events (as JSON) of one node and the people they are for, in order, and its messages to other nodes. */
interface Payload {
  session: string;
  lines: { uids: string[]; event: string }[];
  messages: NodeMessage[];
}

/** The payload lines of one event. An event that is too large becomes `refetch`. */
export function eventLines(uids: readonly string[], event: string): string[] {
  const lines: string[] = [];
  for (let n = 0; n < uids.length; n += UIDS_PER_LINE) {
    const part = uids.slice(n, n + UIDS_PER_LINE).join(',');
    const line = part + SEPARATOR + event;
    // The rest is for the session.
    lines.push(Buffer.byteLength(line) <= PAYLOAD_MAX_BYTES - 100 ? line : part + SEPARATOR + REFETCH);
  }
  return lines;
}

/** The payload line of a message between nodes. */
export function messageLine(message: NodeMessage): string {
  return JSON.stringify(message);
}

/** Packs lines into as few payloads as possible. No lines make one empty payload: a greeting of the node. */
export function pack(session: string, lines: readonly string[]): string[] {
  const payloads: string[] = [];
  let payload = session;
  let size = session.length;
  for (const line of lines) {
    const lineSize = Buffer.byteLength(line) + LINE_BREAK.length;
    if (size + lineSize > PAYLOAD_MAX_BYTES) {
      payloads.push(payload);
      payload = session;
      size = session.length;
    }
    payload += LINE_BREAK + line;
    size += lineSize;
  }
  return [...payloads, payload];
}

export function unpack(payload: string): Payload {
  const [session = '', ...all] = payload.split(LINE_BREAK);
  const unpacked: Payload = { session, lines: [], messages: [] };
  for (const line of all) {
    const end = line.indexOf(SEPARATOR);
    if (line.startsWith('{')) unpacked.messages.push(JSON.parse(line));
    else unpacked.lines.push({ uids: line.slice(0, end).split(','), event: line.slice(end + 1) });
  }
  return unpacked;
}
