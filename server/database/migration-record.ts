import type pg from 'pg';
import type { Migration } from './read-migrations.ts';

/** Versions before 1.0 had migrations up to this one, whose schema is that of schema.sql. Kysely kept their record. */
const LAST_BEFORE_1_0 = '0040-seq-as-time';

/** The migrations that have run. @throws when the data is of a newer version, or older than the last before 1.0 */
export async function readRecord(db: pg.ClientBase, migrations: readonly Migration[]): Promise<string[]> {
  const ran = await namesIn(db, 'migrations');
  const last = (await namesIn(db, 'kysely_migration')).at(-1) ?? '';
  if (ran.some((name) => !migrations.some((known) => known.name === name)) || last > LAST_BEFORE_1_0)
    throw new Error('The data was used by a newer Moodring. Start that version, or one after it.');
  if (ran.length > 0 || last === '') return ran;
  if (last < LAST_BEFORE_1_0)
    throw new Error('The data is of a Moodring before 1.0. Start commit 8434330e with it once, then this version.');
  return [migrations[0]!.name];
}

/** Makes the record if there is none, in place of the one that Kysely kept. */
export async function createRecord(db: pg.ClientBase, ran: readonly string[]): Promise<void> {
  if (await hasTable(db, 'migrations')) return;
  await db.query(`
    create table migrations (name text primary key, ran_at timestamptz not null default now());
    drop table if exists kysely_migration, kysely_migration_lock`);
  for (const name of ran) await addToRecord(db, name);
}

export async function addToRecord(db: pg.ClientBase, name: string): Promise<void> {
  await db.query('insert into migrations (name) values ($1)', [name]);
}

async function namesIn(db: pg.ClientBase, table: 'migrations' | 'kysely_migration'): Promise<string[]> {
  if (!(await hasTable(db, table))) return [];
  const { rows } = await db.query<{ name: string }>(`select name from ${table} order by name collate "C"`);
  return rows.map(({ name }) => name);
}

async function hasTable(db: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await db.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [name]);
  return rows[0]!.exists;
}
