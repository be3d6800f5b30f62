import type pg from 'pg';
import type { Logger } from 'pino';
import { inTransaction } from './in-transaction.ts';
import { type Migration, readMigrations } from './read-migrations.ts';

/** The lock of versions before 1.0, too: a node of such a version that migrates is waited for. */
const LOCK = '3853314791062309107';

/** Versions before 1.0 had migrations up to this one, whose schema is that of schema.sql. Kysely kept their record. */
const LAST_BEFORE_1_0 = '0040-seq-as-time';

/** Runs the missing migrations in one transaction. @returns their names @throws for data that is newer, or too old */
export async function migrate(pool: pg.Pool, log?: Logger, migrations = readMigrations()): Promise<string[]> {
  return inTransaction(pool, async (db) => {
    await db.query(`select pg_advisory_xact_lock(${LOCK})`);
    return runMigrations(db, migrations, log);
  });
}

export async function runMigrations(
  db: pg.ClientBase,
  migrations: readonly Migration[],
  log?: Logger,
): Promise<string[]> {
  const ran = await readRecord(db, migrations);
  await createRecord(db, ran);
  const isEmpty = ran.length === 0;
  const missing = migrations.filter(({ name }) => !ran.includes(name));
  for (const { name, sql } of missing) {
    if (!isEmpty) log?.info({ part: 'database', migration: name }, 'Bringing the database to a newer schema');
    await db.query(sql).catch((cause: unknown) => {
      throw new Error(`The database could not be brought to the newest schema: ${name} failed`, { cause });
    });
    await addToRecord(db, name);
  }
  return missing.map(({ name }) => name);
}

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

async function createRecord(db: pg.ClientBase, ran: readonly string[]): Promise<void> {
  if (await hasTable(db, 'migrations')) return;
  await db.query(`
    create table migrations (name text primary key, ran_at timestamptz not null default now());
    drop table if exists kysely_migration, kysely_migration_lock`);
  for (const name of ran) await addToRecord(db, name);
}

async function addToRecord(db: pg.ClientBase, name: string): Promise<void> {
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
