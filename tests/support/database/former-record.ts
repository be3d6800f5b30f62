import type pg from 'pg';
import { readMigrations } from '#server/database/read-migrations.ts';

/**
 * Fills an empty database as a version before 1.0 did: with the schema of 1.0, and Kysely's record of migrations.
 * @param last the name of its last migration, by default of the last version
 */
export async function makeFormerDatabase(pool: pg.Pool, last = '0040-seq-as-time'): Promise<void> {
  await pool.query(`
    ${readMigrations()[0]!.sql};
    create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
    create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0);
    insert into kysely_migration_lock values ('migration_lock', 0);
    insert into kysely_migration values
      ('0001-people', '2026-11-21T10:00:00.000Z'), ('${last}', '2026-11-21T10:00:00.000Z')`);
}
