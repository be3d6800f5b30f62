import { type Kysely, sql } from 'kysely';

/** People and their identity records. better-auth uses `users`, `sessions`, `accounts` and `verifications`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db);
  await sql`
    create table users (
      id uuid primary key,
      name text not null,
      firstname text not null,
      lastname text not null,
      initials text not null generated always as (left(firstname, 1) || left(lastname, 1)) stored,
      email text not null unique,
      phonenumber text not null default '',
      phone_e164 text,
      text_number text generated always as (coalesce(phone_e164, case when phonenumber ~ '[0-9]' then phonenumber end)) stored,
      mood text not null default 'Green' check (mood in ('Green', 'Yellow', 'Purple', 'Dark')),
      mood_chosen_at timestamptz not null default now(),
      email_verified boolean not null default false,
      image text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  // The display name is always 'first last', whichever of the two is changed, also by two at once; the email stands in
  // for somebody who gave no name. A trigger and not a generated column, because the identity library writes `name` itself.
  await sql`
    create function users_display_name() returns trigger language plpgsql as $$
    begin
      new.name := coalesce(nullif(btrim(new.firstname || ' ' || new.lastname), ''), new.email);
      return new;
    end $$`.execute(db);
  await sql`
    create trigger users_display_name before insert or update of name, firstname, lastname, email on users
    for each row execute function users_display_name()`.execute(db);
  await sql`
    create index users_search on users
    using gin (firstname gin_trgm_ops, lastname gin_trgm_ops, phonenumber gin_trgm_ops, phone_e164 gin_trgm_ops)`.execute(
    db,
  );
  await sql`
    create table sessions (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      token text not null unique,
      expires_at timestamptz not null,
      ip_address text,
      user_agent text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index sessions_user on sessions (user_id)`.execute(db);
  await sql`
    create table accounts (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      account_id text not null,
      provider_id text not null,
      access_token text,
      refresh_token text,
      id_token text,
      access_token_expires_at timestamptz,
      refresh_token_expires_at timestamptz,
      scope text,
      password text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (provider_id, account_id)
    )`.execute(db);
  await sql`create index accounts_user on accounts (user_id)`.execute(db);
  await sql`
    create table verifications (
      id uuid primary key,
      identifier text not null,
      value text not null,
      expires_at timestamptz not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index verifications_identifier on verifications (identifier)`.execute(db);
}
