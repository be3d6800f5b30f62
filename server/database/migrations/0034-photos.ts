import { type Kysely, sql } from 'kysely';

/**
 * Photos, stored beside the messages (docs/decisions/0026-photos.md). A message names its photos in a column of its own, which
 * is null for other messages, so they cost nothing more to store and to read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // No foreign keys: a photo comes before its message, and what is left without one is swept.
  await sql`
    create table photos (
      id uuid primary key,
      owner uuid not null,
      message uuid not null,
      type text not null,
      width smallint not null,
      height smallint not null,
      blur text,
      bytes bytea not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  // Not compressed, which photos are already: so a part of one is read without reading all of it.
  await sql`alter table photos alter bytes set storage external`.execute(db);
  await sql`create index photos_by_message on photos (message)`.execute(db);
  await sql`create index photos_by_owner on photos (owner)`.execute(db);
  await sql`alter table messages add photos jsonb`.execute(db);
}
