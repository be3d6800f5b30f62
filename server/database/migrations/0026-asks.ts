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
  await workOutAskedBeforeLeaving(db);
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

/** The trigger of 0018-text-causes.ts, for the friends whom the person asked only. */
async function workOutAskedBeforeLeaving(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function users_leave() returns trigger language plpgsql
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
    begin
      perform 1 from connections where owner = old.id or other = old.id order by owner, other for update;
      update text_causes t set ids = (
        select array_agg(f.id)
        from (
          select distinct on (f.text_number) f.id from connections c join users f on f.id = c.other
          where c.owner = old.id and f.text_number is not null
            and (c.connected_at < m.chosen_at + interval '1 millisecond' or c.connected_at > now())
            and (a.chosen is null or f.id = any(a.chosen))
          order by f.text_number, f.created_at, f.id
        ) f
      )
      from mood_choices m left join asks a on a.id = m.ask
      where t.priority = 0 and t.ids is null and m.id = t.choice and m.uid = old.id;
      insert into departures (uid, phonenumber, phone_e164, name)
      values (old.id, old.phonenumber, old.phone_e164, old.name)
      on conflict do nothing;
      insert into departed_connections (uid, other) select old.id, other from connections where owner = old.id
      on conflict do nothing;
      return old;
    end $$`.execute(db);
}
