import { type Kysely, sql } from 'kysely';

/**
 * Notifications about answers to the person who asked, answers by text, and asks whose opening has been told
 * (docs/decisions/0024-asks.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table push_devices add answers boolean not null default true`.execute(db);
  await sql`
    alter table push_causes drop constraint push_causes_cause_check,
      add constraint push_causes_cause_check check (cause in ('mood', 'again', 'message', 'connection', 'answer')) not valid`.execute(
    db,
  );
  await sql`
    alter table pushes drop constraint pushes_cause_check,
      add constraint pushes_cause_check check (cause in ('mood', 'message', 'connection', 'answer')) not valid`.execute(
    db,
  );
  await sql`alter table ask_answers add told_at timestamptz`.execute(db);
  await sql`alter table asks add answers_seen_at timestamptz, add told_at timestamptz`.execute(db);
  await sql`update asks set told_at = opens_at where opens_at <= now()`.execute(db);
  await sql`create index asks_untold on asks (opens_at) where told_at is null and closed_at is null`.execute(db);
  // A text that comes in is from a phone. Moods change rows of this table often, and an index of another column costs them nothing.
  await sql`create index users_by_text_number on users (text_number) where text_number is not null`.execute(db);
}
