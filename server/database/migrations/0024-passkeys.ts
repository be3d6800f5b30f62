import { type Kysely, sql } from 'kysely';

/** Passkeys, as the identity provider's plugin stores them, with the time of the last use (docs/decisions/0023-passkeys.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A counter has 32 bits without a sign: too large for an integer, and a bigint arrives as text.
  await sql`
    create table passkeys (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      name text not null default '',
      public_key text not null,
      credential_id text not null unique,
      counter double precision not null,
      device_type text not null,
      backed_up boolean not null,
      transports text,
      aaguid text,
      created_at timestamptz not null default now(),
      last_used_at timestamptz
    )`.execute(db);
  await sql`create index passkeys_by_person on passkeys (user_id)`.execute(db);
  // Each log-in page stores a challenge, so expired ones are removed in small steps.
  await sql`create index if not exists verifications_expiry on verifications (expires_at)`.execute(db);
}
