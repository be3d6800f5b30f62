import { REFETCH } from './bus.ts';

/** A notification of PostgreSQL holds fewer than 8,000 bytes. */
const PARCEL_MAX_BYTES = 7_900;
const UIDS_PER_LINE = 100;

/** JSON holds no line break, and neither does an id nor a comma-separated list of them. */
const LINE_BREAK = '\n';
const SEPARATOR = ' ';

/** What one node says, in order: an event (as JSON) and for whom. */
interface Parcel {
  node: string;
  lines: { uids: string[]; event: string }[];
}

/** An event for some people, as it goes into a parcel; one that is too large becomes a word to fetch again. */
export function linesOf(uids: readonly string[], event: string): string[] {
  const lines: string[] = [];
  for (let n = 0; n < uids.length; n += UIDS_PER_LINE) {
    const some = uids.slice(n, n + UIDS_PER_LINE).join(',');
    const line = some + SEPARATOR + event;
    // Leaves room for the node's name.
    lines.push(Buffer.byteLength(line) <= PARCEL_MAX_BYTES - 100 ? line : some + SEPARATOR + REFETCH);
  }
  return lines;
}

/** Packs lines into as few parcels as they fit into. Without a line there is one, too: the node says that it is there. */
export function pack(node: string, lines: readonly string[]): string[] {
  const parcels: string[] = [];
  let parcel = node;
  let size = node.length;
  for (const line of lines) {
    const lineSize = Buffer.byteLength(line) + LINE_BREAK.length;
    if (size + lineSize > PARCEL_MAX_BYTES) {
      parcels.push(parcel);
      parcel = node;
      size = node.length;
    }
    parcel += LINE_BREAK + line;
    size += lineSize;
  }
  return [...parcels, parcel];
}

export function unpack(parcel: string): Parcel {
  const [node = '', ...lines] = parcel.split(LINE_BREAK);
  return {
    node,
    lines: lines.map((line) => {
      const end = line.indexOf(SEPARATOR);
      return { uids: line.slice(0, end).split(','), event: line.slice(end + 1) };
    }),
  };
}
