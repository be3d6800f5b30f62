import type pg from 'pg';
import type { Logger } from 'pino';
import { inTransaction } from './in-transaction.ts';
import { addToRecord, createRecord, readRecord } from './migration-record.ts';
import { type Migration, readMigrations } from './read-migrations.ts';

/** The lock of versions before 1.0, too: a node of such a version that migrates is waited for. */
const LOCK = '3853314791062309107';

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
