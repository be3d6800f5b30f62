import { type Kysely, sql } from 'kysely';

/** The outbox of text messages, with one text at most for each cause and number. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table texts (
      id uuid primary key default gen_random_uuid(),
      kind text not null check (kind in ('welcome', 'general')),
      cause text not null check (cause in ('mood', 'message', 'connection', 'form')),
      cause_id uuid not null,
      recipient uuid,
      author uuid,
      phone_number text not null,
      message text not null,
      status text not null check (status in ('queued', 'sending', 'sent', 'failed', 'cancelled', 'recorded')),
      attempts integer not null default 0,
      next_attempt_at timestamptz not null default now(),
      last_error text,
      provider_id text,
      created_at timestamptz not null default now(),
      settled_at timestamptz,
      unique nulls not distinct (cause_id, recipient)
    )`.execute(db);
  // What waits for the worker; somebody in bad shape goes before everything else.
  await sql`
    create index texts_waiting on texts ((cause <> 'mood'), next_attempt_at) where status in ('queued', 'sending')`.execute(
    db,
  );
  await sql`create index texts_by_author on texts (author, created_at) where cause = 'form'`.execute(db);
}
