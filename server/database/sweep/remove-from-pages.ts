import type pg from 'pg';
import { inBackgroundTransaction } from '../background-transaction.ts';

export interface OldRows {
  table: string;
  areOld: string;
}

/** Skips locked rows, so that it waits for no call and cannot deadlock. They go in a later pass. */
function removalStatement({ table, areOld }: OldRows): string {
  return `
  with old as materialized (
    select ctid from ${table}
    where ctid >= $1::tid and ctid < $2::tid and ${areOld}
    for update of ${table} skip locked
  )
  delete from ${table} where ctid = any(array(select ctid from old))`;
}

/** Removes the old rows in `count` pages of the table, in one statement. @returns the number of rows removed */
export async function removeFromPages(pool: pg.Pool, rows: OldRows, first: number, count: number): Promise<number> {
  const range = [`(${first},0)`, `(${first + count},0)`];
  const { rowCount } = await inBackgroundTransaction(pool, (db) => db.query(removalStatement(rows), range));
  return rowCount ?? 0;
}

export async function countPages(pool: pg.Pool, table: string): Promise<number> {
  const { rows } = await pool.query<{ pages: number }>(
    `select pg_relation_size($1::regclass) / current_setting('block_size')::integer as pages`,
    [table],
  );
  return rows[0]!.pages;
}
