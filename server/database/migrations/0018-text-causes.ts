import { type Kysely, sql } from 'kysely';

/**
 * What causes texts is stored as one small row, and the texts follow from it (docs/decisions/0029-telling-friends.md). Their
 * words and numbers are found when they are sent, so a text has them only when a person typed them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createCauses(db);
  await keepNamesOfDeparted(db);
  await createSmallerTexts(db);
  await workOutBeforeLeaving(db);
}

/** The primary key is the order of work: calls for support are 0, all others 1. */
async function createCauses(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table text_causes (
      priority smallint not null,
      id bigint not null generated always as identity,
      cause text not null check (cause in ('mood', 'message', 'connection')),
      choice uuid,
      ids uuid[],
      claims integer not null default 0,
      claimed_until timestamptz,
      created_at timestamptz not null default now(),
      primary key (priority, id)
    )`.execute(db);
}

/** A call for support is still texted after its author has left. So their name stays; those of earlier ones are in their texts. */
async function keepNamesOfDeparted(db: Kysely<unknown>): Promise<void> {
  await sql`alter table departures add name text not null default ''`.execute(db);
  await sql`
    update departures d set name = substring(t.message from '^Your friend (.*) can really use some support')
    from texts t
    where t.author = d.uid and t.cause = 'mood' and t.status in ('queued', 'sending')
      and t.message like 'Your friend % can really use some support%'`.execute(db);
}

/** A new table, because this is faster than an update of each row and leaves no empty space. */
async function createSmallerTexts(db: Kysely<unknown>): Promise<void> {
  await sql`alter table texts rename to old_texts`.execute(db);
  await sql`
    create table texts (
      id uuid not null default gen_random_uuid(),
      recipient uuid,
      author uuid,
      cause_id uuid,
      created_at timestamptz not null default now(),
      next_attempt_at timestamptz default now(),
      settled_at timestamptz,
      attempts integer not null default 0,
      counted boolean not null default false,
      kind text not null check (kind in ('welcome', 'general')),
      cause text not null check (cause in ('mood', 'message', 'connection', 'form')),
      status text not null check (status in ('queued', 'sending', 'sent', 'failed', 'cancelled', 'recorded')),
      phone_number text,
      message text,
      last_error text,
      provider_id text
    )`.execute(db);
  await sql`
    insert into texts
    select id, recipient, author, case when cause_id <> id then cause_id end, created_at,
      case when status in ('queued', 'sending') then next_attempt_at end,
      case when status not in ('queued', 'sending') then coalesce(settled_at, created_at) end,
      attempts, counted, kind, cause, status, case when cause = 'form' then phone_number end,
      case when cause = 'form' then message end, last_error, provider_id
    from old_texts`.execute(db);
  await sql`drop table old_texts`.execute(db);
  await giveConstraintsUsualNames(db);
  await sql`alter table texts add primary key (id)`.execute(db);
  await sql`
    create index texts_waiting on texts ((cause <> 'mood'), next_attempt_at) where status in ('queued', 'sending')`.execute(
    db,
  );
  await sql`create index texts_by_author on texts (author, created_at) where cause = 'form'`.execute(db);
  await sql`create index texts_given_up on texts (author, created_at) where status = 'failed'`.execute(db);
  await sql`
    create index texts_by_number on texts (right(regexp_replace(phone_number, '\\D', '', 'g'), 7)) where cause = 'form'`.execute(
    db,
  );
}

/** PostgreSQL put a 1 after them, because the old table had the usual names. A restored backup has the usual names, too. */
async function giveConstraintsUsualNames(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$
    declare name text;
    begin
      for name in select conname from pg_constraint where conrelid = 'texts'::regclass and conname like '%1' loop
        execute format('alter table texts rename constraint %I to %I', name, rtrim(name, '1'));
      end loop;
    end $$`.execute(db);
}

/**
 * The trigger of 0014-departures.ts. It also keeps the name for the texts that still wait, and the friends of calls whose
 * friends have not been worked out yet.
 */
async function workOutBeforeLeaving(db: Kysely<unknown>): Promise<void> {
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
          order by f.text_number, f.created_at, f.id
        ) f
      )
      from mood_choices m where t.priority = 0 and t.ids is null and m.id = t.choice and m.uid = old.id;
      insert into departures (uid, phonenumber, phone_e164, name)
      values (old.id, old.phonenumber, old.phone_e164, old.name)
      on conflict do nothing;
      insert into departed_connections (uid, other) select old.id, other from connections where owner = old.id
      on conflict do nothing;
      return old;
    end $$`.execute(db);
}
