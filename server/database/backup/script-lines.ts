import { PRODUCT } from '#contract/product.ts';
import type { TableSum } from './sum-tables.ts';

/** The start of the first line, by which `restore` recognises a backup. */
const MARK = `-- A backup of ${PRODUCT}`;

export const FIRST_LINE = `${MARK}: npm run restore reads it and checks it against the sums at its end; psql reads it too`;

export const isFirstLine = (line = '') => line.startsWith(MARK);

export const LAST_LINES = `--
-- PostgreSQL database dump complete
--
`;

export function sumLine({ table, rows, checksum }: TableSum): string {
  return `-- ${table} has ${rows} rows with checksum ${checksum}`;
}

/** @returns undefined for every other line */
export function readSum(line: string): TableSum | undefined {
  const [, table, rows, checksum] = /^-- (\S+) has (\d+) rows with checksum (\d+)$/.exec(line) ?? [];
  return table && rows && checksum ? { table, rows: Number(rows), checksum } : undefined;
}
