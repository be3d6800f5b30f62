import pg from 'pg';

/** PostgreSQL's oid of `timestamptz`. */
export const TIMESTAMPTZ = 1184;

const parse: (text: string) => Date | number = pg.types.getTypeParser(TIMESTAMPTZ, 'text');

let lastText: string | undefined;
let last: Date | number;

/**
 * Reads a `timestamptz`, as the driver does: `infinity` is a number. All messages of a batch have the same time, so the
 * last text is parsed only once (`npm run bench`: cpu). Each row has a Date of its own, because a Date can be changed.
 */
export function parseTimestamp(text: string): Date | number {
  if (text !== lastText) {
    last = parse(text);
    lastText = text;
  }
  return last instanceof Date ? new Date(last) : last;
}
