import { type Kysely, sql } from 'kysely';

/** Connections, with a row for each direction, and the history of moods. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Every message updates `lastmessage`: room in the pages keeps those updates off the index.
  await sql`
    create table connections (
      owner uuid not null references users on delete cascade,
      other uuid not null references users on delete cascade,
      connected_at timestamptz not null default now(),
      lastmessage timestamptz,
      primary key (owner, other),
      check (owner <> other)
    ) with (fillfactor = 80)`.execute(db);
  await sql`create index connections_other on connections (other)`.execute(db);
  await sql`
    create table mood_choices (
      id uuid primary key default gen_random_uuid(),
      uid uuid not null references users on delete cascade,
      mood text not null check (mood in ('Green', 'Yellow', 'Purple', 'Dark')),
      chosen_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index mood_choices_history on mood_choices (uid, chosen_at desc)`.execute(db);
}
