import { PRODUCT } from '#contract/product.ts';
import type { TableSum } from './sum-tables.ts';

/** What a backup begins with, so that a restore knows its own. */
export const FIRST_LINES = `--
-- PostgreSQL database dump
--

-- By ${PRODUCT}. \`npm run restore\` reads it and checks it against the sums at its end; psql reads it too.
`;

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
