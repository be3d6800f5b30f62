import { type Kysely, sql } from 'kysely';

/** Links by mail, codes by text, and which phone numbers are proven (docs/decisions/0021-recovery.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createLinks(db);
  await createCodes(db);
  await keepProofs(db);
}

/** The links for a new password or another email. Each belongs to a credential version, and ends with it. */
async function createLinks(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table one_time_links (
      token_hash text primary key,
      purpose text not null check (purpose in ('password', 'email')),
      uid uuid not null references users on delete cascade,
      generation uuid not null,
      email text,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index one_time_links_by_person on one_time_links (uid)`.execute(db);
  await sql`create index one_time_links_expired on one_time_links (expires_at)`.execute(db);
}

/** A request for an email without an account makes a row too, without a person, so that its code is refused like any wrong one. */
async function createCodes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table text_codes (
      id uuid primary key,
      purpose text not null check (purpose in ('password', 'proof')),
      uid uuid references users on delete cascade,
      generation uuid,
      phone text,
      code_hash text not null,
      tries integer not null default 0,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index text_codes_by_person on text_codes (uid)`.execute(db);
  await sql`create index text_codes_expired on text_codes (expires_at)`.execute(db);
}

/** A proof is about one number. A new number is unproven, whatever code changes it. */
async function keepProofs(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add phone_proven_at timestamptz`.execute(db);
  await sql`
    create function users_phone_proof() returns trigger language plpgsql as $$
    begin
      new.phone_proven_at := null;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger users_phone_proof before update of phone_e164 on users
    for each row when (new.phone_e164 is distinct from old.phone_e164)
    execute function users_phone_proof()`.execute(db);
}
