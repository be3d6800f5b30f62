import type pg from 'pg';

/** A table, how many rows it has, and a sum over the text of each: it changes when any row does. */
export interface TableSum {
  table: string;
  rows: number;
  checksum: string;
}

/** Reads every row of these tables. */
export async function sumTables(client: pg.Client, tables: string[]): Promise<TableSum[]> {
  const sums: TableSum[] = [];
  for (const table of tables) {
    const { rows } = await client.query(`
      select count(*) as rows, coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint), 0) as checksum
      from only ${table} t`);
    sums.push({ table, rows: Number(rows[0].rows), checksum: rows[0].checksum });
  }
  return sums;
}

/** The sums as a table for people. */
export function printSums(sums: TableSum[]): string {
  const width = Math.max(...sums.map(({ table }) => table.length));
  return sums
    .map(({ table, rows, checksum }) => `  ${table.padEnd(width)} ${String(rows).padStart(12)} rows  ${checksum}`)
    .join('\n');
}
