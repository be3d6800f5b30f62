import { REFETCH } from './bus.ts';

/** PostgreSQL's limit for a notification is 8,000 bytes. */
const PAYLOAD_MAX_BYTES = 7_900;
const UIDS_PER_LINE = 100;

/** Safe separators: neither JSON nor a comma-separated list of ids contains a line break, and ids contain no space. */
const LINE_BREAK = '\n';
const SEPARATOR = ' ';
const SESSIONS_ENDED = 'ended';

/** What one node tells the others: events (as JSON) and the people they are for, in order, and whose sessions have ended. */
interface Payload {
  node: string;
  events: { uids: string[]; event: string }[];
  sessionsEnded: string[];
}

/** The payload lines of one event. An event that is too large becomes `refetch`. */
export function eventLines(uids: readonly string[], event: string): string[] {
  const lines: string[] = [];
  for (let n = 0; n < uids.length; n += UIDS_PER_LINE) {
    const part = uids.slice(n, n + UIDS_PER_LINE).join(',');
    const line = part + SEPARATOR + event;
    lines.push(Buffer.byteLength(line) <= PAYLOAD_MAX_BYTES - 100 ? line : part + SEPARATOR + REFETCH);
  }
  return lines;
}

export function sessionsEndedLine(uid: string): string {
  return uid + SEPARATOR + SESSIONS_ENDED;
}

/** Packs lines into as few payloads as possible. No lines make one empty payload: a greeting of the node. */
export function pack(node: string, lines: readonly string[]): string[] {
  const payloads: string[] = [];
  let payload = node;
  let size = node.length;
  for (const line of lines) {
    const lineSize = Buffer.byteLength(line) + LINE_BREAK.length;
    if (size + lineSize > PAYLOAD_MAX_BYTES) {
      payloads.push(payload);
      payload = node;
      size = node.length;
    }
    payload += LINE_BREAK + line;
    size += lineSize;
  }
  return [...payloads, payload];
}

export function unpack(payload: string): Payload {
  const [node = '', ...lines] = payload.split(LINE_BREAK);
  const unpacked: Payload = { node, events: [], sessionsEnded: [] };
  for (const line of lines) {
    const end = line.indexOf(SEPARATOR);
    const [uids, event] = [line.slice(0, end).split(','), line.slice(end + 1)];
    if (event === SESSIONS_ENDED) unpacked.sessionsEnded.push(...uids);
    else unpacked.events.push({ uids, event });
  }
  return unpacked;
}
