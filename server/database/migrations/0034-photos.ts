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
      size integer not null,
      bytes bytea,
      object uuid,
      created_at timestamptz not null default now(),
      check ((bytes is null) <> (object is null))
    )`.execute(db);
  // Not compressed, which photos are already: so a part of one is read without reading all of it.
  await sql`alter table photos alter bytes set storage external`.execute(db);
  await sql`create index photos_by_message on photos (message)`.execute(db);
  await sql`create index photos_by_owner on photos (owner)`.execute(db);
  await sql`alter table messages add photos jsonb`.execute(db);
  await listUnusedObjects(db);
}

/** With S3_URL the bytes are objects in a bucket. An object that no photo has is on this list until it has been removed. */
async function listUnusedObjects(db: Kysely<unknown>): Promise<void> {
  await sql`create table unused_objects (object uuid primary key, due_at timestamptz not null)`.execute(db);
  await sql`
    create function photos_leave_objects() returns trigger language plpgsql as $$
    begin
      insert into unused_objects (object, due_at) select object, now() from old_photos where object is not null;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger photos_leave_objects after delete on photos
    referencing old table as old_photos for each statement execute function photos_leave_objects()`.execute(db);
}
