import { type Kysely, sql } from 'kysely';

/**
 * A hard time for which somebody asks their friends, and the friends' answers (docs/decisions/0024-asks.md). Its state follows
 * from its times. A person has at most one ask that is not closed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table asks (
      id uuid primary key default gen_random_uuid(),
      uid uuid not null references users on delete cascade,
      level text not null check (level in ('Purple', 'Dark')),
      asked_at timestamptz not null,
      called_at timestamptz not null,
      worse_at timestamptz,
      opens_at timestamptz not null,
      eased_at timestamptz,
      still_at timestamptz,
      again_at timestamptz,
      chosen uuid[],
      help text check (help in ('call', 'message', 'company', 'know')),
      note text check (char_length(note) <= 140),
      closed_at timestamptz,
      closed_how text check (closed_how in ('ok', 'quiet', 'undone', 'expired')),
      thanks uuid[],
      version integer not null default 1,
      unshown integer not null default 0,
      check ((closed_at is null) = (closed_how is null))
    ) with (fillfactor = 80)`.execute(db);
  await sql`create unique index asks_not_closed on asks (uid) where closed_at is null`.execute(db);
  await sql`create index asks_again on asks (opens_at) where closed_at is null and again_at is null`.execute(db);
  await sql`create index asks_by_person on asks (uid, called_at)`.execute(db);
  await sql`
    create table ask_answers (
      ask uuid not null references asks on delete cascade,
      friend uuid not null references users on delete cascade,
      seen_at timestamptz,
      answer text check (answer in ('yes', 'later', 'no')),
      answered_at timestamptz,
      later_at timestamptz,
      via text check (via in ('app', 'link', 'text')),
      show_name boolean not null default false,
      handed_over_at timestamptz,
      primary key (ask, friend)
    ) with (fillfactor = 80)`.execute(db);
  await sql`create index ask_answers_by_friend on ask_answers (friend)`.execute(db);
  await sql`alter table mood_choices add ask uuid, add undone_at timestamptz`.execute(db);
  await sql`create index mood_choices_undone on mood_choices (undone_at) where undone_at is not null`.execute(db);
  await sql`alter table users add hold_seconds smallint check (hold_seconds between 0 and 120), add asks_these uuid[]`.execute(
    db,
  );
  await sql`alter table text_causes add opens_at timestamptz`.execute(db);
  await sql`alter table push_causes add opens_at timestamptz`.execute(db);
  await textWithinAnAsk(db);
}

/** Asking once more, a slip and a closing are texts that have rows at once: a person taps for each. */
async function textWithinAnAsk(db: Kysely<unknown>): Promise<void> {
  await sql`alter table texts drop constraint texts_cause_check`.execute(db);
  await sql`
    alter table texts add constraint texts_cause_check check (
      cause in ('mood', 'again', 'slip', 'closing', 'message', 'connection', 'form')
    ) not valid`.execute(db);
  await sql`drop index texts_waiting`.execute(db);
  await sql`
    create index texts_waiting on texts ((cause not in ('mood', 'again')), next_attempt_at)
    where status in ('queued', 'sending')`.execute(db);
}
