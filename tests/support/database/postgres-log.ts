import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { TestDatabase } from './database.ts';

/** Adds a constraint to a table that every new row violates. PostgreSQL's error then quotes the row. */
export async function breakTable({ pool }: TestDatabase, table: string, work: () => Promise<unknown>): Promise<void> {
  await pool.query(`alter table ${table} add constraint broken check (false) not valid`);
  await work();
  await pool.query(`alter table ${table} drop constraint broken`);
}

/** The whole log of the test database's PostgreSQL. */
export async function readPostgresLog({ superuserUrl }: TestDatabase): Promise<string> {
  const superuser = new pg.Client({ connectionString: superuserUrl });
  await superuser.connect();
  const { rows } = await superuser.query('show data_directory');
  await superuser.end();
  return readFile(join(dirname(rows[0].data_directory), 'postgres.log'), 'utf8');
}
