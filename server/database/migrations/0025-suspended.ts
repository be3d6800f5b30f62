import { type Kysely, sql } from 'kysely';

/** Suspended accounts, and what the operator's commands tell the running servers (docs/decisions/0022-admin.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add suspended_at timestamptz`.execute(db);
  await refuseSessionsOfSuspended(db);
  await sql`
    create table operator_events (
      id bigint primary key generated always as identity,
      kind text not null check (kind in ('sessions_ended', 'refetch')),
      uids uuid[] not null,
      at timestamptz not null default now()
    )`.execute(db);
}

/**
 * The trigger of 0010-generations.ts. To suspend somebody changes the credential version as well, so a sign-in that runs
 * meanwhile names an old version, and a later one sees the column: whatever way people sign in.
 */
async function refuseSessionsOfSuspended(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function sessions_generation() returns trigger language plpgsql as $$
    begin
      perform from accounts where user_id = new.user_id and generation = new.generation for share;
      if not found then return null; end if;
      perform from users where id = new.user_id and suspended_at is not null;
      if found then return null; end if;
      return new;
    end $$`.execute(db);
}
