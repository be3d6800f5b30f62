import type pg from 'pg';

/**
 * Makes a migrated database one of a version before 1.0: its record is that of Kysely, and what later migrations made is not there.
 * @param last the name of its last migration, by default of the last version
 */
export async function putFormerRecord(pool: pg.Pool, last = '0040-seq-as-time'): Promise<void> {
  await pool.query(`
    drop table migrations, taken_ids;
    drop function look_at_pushes_again;
    alter table pushes drop column id;
    create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
    create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0);
    insert into kysely_migration_lock values ('migration_lock', 0);
    insert into kysely_migration values
      ('0001-people', '2026-11-21T10:00:00.000Z'), ('${last}', '2026-11-21T10:00:00.000Z')`);
}
