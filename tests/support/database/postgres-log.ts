import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { TestDatabase } from './database.ts';
import { query } from './query.ts';

/** Adds a constraint to a table that every new row violates. PostgreSQL's error then quotes the row. */
export async function breakTable({ pool }: TestDatabase, table: string, work: () => Promise<unknown>): Promise<void> {
  await pool.query(`alter table ${table} add constraint broken check (false) not valid`);
  await work();
  await pool.query(`alter table ${table} drop constraint broken`);
}

/** The whole log of the test database's PostgreSQL. */
export async function readPostgresLog({ superuserUrl }: TestDatabase): Promise<string> {
  const [row] = await query<{ data_directory: string }>(superuserUrl, 'show data_directory');
  return readFile(join(dirname(row!.data_directory), 'postgres.log'), 'utf8');
}
