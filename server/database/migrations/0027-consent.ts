import { type Kysely, sql } from 'kysely';

/** What each person decides about what reaches them, and about what friends see (docs/decisions/0025-consent.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await settings(db);
  await perFriend(db);
  await onlyConnectingInserts(db);
  await friendsWhoSee(db);
  await tables(db);
  await workOutAskedBeforeLeaving(db);
}

async function settings(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      add support_texts text not null default 'every' check (support_texts in ('every', 'calm', 'none')),
      add chat_texts_once boolean not null default false,
      add quiet_from smallint check (quiet_from between 0 and 1439),
      add quiet_to smallint check (quiet_to between 0 and 1439),
      add quiet_zone text,
      add quiet_dark_passes boolean not null default true,
      add shows_phone boolean not null default true,
      add shows_email boolean not null default true,
      add shows_seen boolean not null default true,
      add asks_first boolean not null default false,
      add again_itself boolean not null default false,
      add calm_mood text not null default 'Green' check (calm_mood in ('Green', 'Yellow')),
      add calm_chosen_at timestamptz not null default now(),
      add constraint users_quiet_hours check (
        (quiet_from is null) = (quiet_to is null) and (quiet_from is null) = (quiet_zone is null)
      )`.execute(db);
  await sql`
    update users u set (calm_mood, calm_chosen_at) = (
      select coalesce(m.mood, 'Green'), coalesce(m.chosen_at, u.created_at) from (values (1)) as one (n) left join lateral (
        select mood, chosen_at from mood_choices where uid = u.id and mood in ('Green', 'Yellow')
        order by chosen_at desc limit 1
      ) m on true
    )`.execute(db);
}

/**
 * `hides_mood` is the owner's decision; `mood_hidden_since` is the same, where the other reads it: in the other's own row.
 * `mood_shown_since` is the time of the last change to what the other sees, so that times never go back.
 */
const CONTROLS = `
  add muted_until timestamptz,
  add hides_mood boolean not null default false,
  add mood_hidden_since timestamptz,
  add mood_shown_since timestamptz`;

async function perFriend(db: Kysely<unknown>): Promise<void> {
  await sql`alter table connections ${sql.raw(CONTROLS)}`.execute(db);
}

/**
 * Storing messages updates connections by `insert … on conflict` (store-messages.ts). When one of the two ends the connection
 * at that moment, the insert would bring it back. Such rows have a time that no connection has; the violation makes the
 * statement store nothing, as when an account was deleted. The trigger costs nothing where the row exists.
 */
async function onlyConnectingInserts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function refuse_ended_connection() returns trigger language plpgsql as $$
    begin
      raise exception 'this connection has ended' using errcode = 'foreign_key_violation';
    end $$`.execute(db);
  await sql`
    create trigger connections_ended after insert on connections for each row
    when (new.connected_at = '-infinity') execute function refuse_ended_connection()`.execute(db);
}

/**
 * The friends who see a choice. A function, because its statement sees what was committed while the choice waited for the
 * person's row: a friend from whom the mood has just been hidden gets no event.
 */
async function friendsWhoSee(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function friends_who_see(person uuid, is_call boolean) returns text language plpgsql as $$
    begin
      return (
        select string_agg(other::text, ',') from connections where owner = person and not (is_call and hides_mood)
      );
    end $$`.execute(db);
}

async function tables(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table blocks (
      owner uuid not null references users on delete cascade,
      other uuid not null references users on delete cascade,
      created_at timestamptz not null default now(),
      primary key (owner, other)
    )`.execute(db);
  await sql`create index blocks_by_other on blocks (other)`.execute(db);
  await sql`
    create table past_connections (
      owner uuid not null references users on delete cascade,
      other uuid not null references users on delete cascade,
      ended_at timestamptz not null default now(),
      primary key (owner, other)
    )`.execute(db);
  await sql`alter table past_connections ${sql.raw(CONTROLS)}`.execute(db);
  await sql`create index past_connections_by_other on past_connections (other)`.execute(db);
  await sql`
    create table connection_requests (
      asker uuid not null references users on delete cascade,
      asked uuid not null references users on delete cascade,
      asked_at timestamptz not null default now(),
      declined_at timestamptz,
      primary key (asker, asked)
    )`.execute(db);
  await sql`create index connection_requests_by_asked on connection_requests (asked)`.execute(db);
  await sql`
    create table reports (
      id uuid primary key default gen_random_uuid(),
      reporter uuid references users on delete set null,
      reported uuid references users on delete set null,
      reason text not null check (char_length(reason) <= 1000),
      messages jsonb,
      created_at timestamptz not null default now(),
      done_at timestamptz
    )`.execute(db);
  await sql`create index reports_by_reporter on reports (reporter)`.execute(db);
  await sql`create index reports_by_reported on reports (reported)`.execute(db);
}

/** The trigger of 0026-asks.ts, without friends who get no such text, and with connections that have ended. */
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
            and (a.chosen is null or f.id = any(a.chosen)) and not c.hides_mood and f.support_texts <> 'none'
            and not exists (select from connections k where k.owner = f.id and k.other = old.id and k.muted_until > now())
          order by f.text_number, f.created_at, f.id
        ) f
      )
      from mood_choices m left join asks a on a.id = m.ask
      where t.priority = 0 and t.ids is null and m.id = t.choice and m.uid = old.id;
      insert into departures (uid, phonenumber, phone_e164, name)
      values (old.id, old.phonenumber, old.phone_e164, old.name)
      on conflict do nothing;
      insert into departed_connections (uid, other)
      select old.id, other from connections where owner = old.id
      union select old.id, other from past_connections where owner = old.id
      on conflict do nothing;
      return old;
    end $$`.execute(db);
}
