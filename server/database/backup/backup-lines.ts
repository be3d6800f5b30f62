import { PRODUCT } from '#contract/product.ts';
import type { TableSum } from './tables.ts';

const MARK = `-- A backup of ${PRODUCT}`;

export const FIRST_LINE = `${MARK}: npm run restore reads it and checks it against the sums at its end`;

export const isFirstLine = (line = '') => line.startsWith(MARK);

const SCHEMA = '-- Schema: ';

export const schemaLine = (migrations: string[]) => SCHEMA + migrations.join(', ');

/** @returns the names of the migrations; undefined for an older backup, which has the schema itself */
export function readSchema(line = ''): string[] | undefined {
  return line.startsWith(SCHEMA) ? line.slice(SCHEMA.length).split(', ') : undefined;
}

export function sumLine({ table, rows, checksum }: TableSum): string {
  return `-- ${table} has ${rows} rows with checksum ${checksum}`;
}

export function readSum(line: string): TableSum | undefined {
  const [, table, rows, checksum] = /^-- (?:public\.)?(\S+) has (\d+) rows with checksum (\d+)$/.exec(line) ?? [];
  return table && rows && checksum ? { table, rows: Number(rows), checksum } : undefined;
}
