import type pg from 'pg';

/** A table's number of rows, and a checksum over their text, which changes when any row does. */
export interface TableSum {
  table: string;
  rows: number;
  checksum: string;
}

/** The tables of the schema `public`, with the schema in their names. */
export async function listTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select oid::regclass::text as name from pg_class c
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
    order by relname`);
  return rows.map(({ name }) => name);
}

/** Counts and sums every row of these tables. */
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

/** The sums as lines for the terminal. */
export function printSums(sums: TableSum[]): string {
  const width = Math.max(...sums.map(({ table }) => table.length));
  return sums
    .map(({ table, rows, checksum }) => `  ${table.padEnd(width)} ${String(rows).padStart(12)} rows  ${checksum}`)
    .join('\n');
}
