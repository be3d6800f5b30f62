import { type Kysely, sql } from 'kysely';

/**
 * One table of causes in place of two (docs/decisions/0029-telling-friends.md). One transaction takes a cause, opens its ask, and makes
 * the texts and pushes. While a call's cause waits, its friends have no rows in `ask_recipients`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createCauses(db);
  await keepPushes(db);
  await keepAsksToOpen(db);
  await sql`drop table push_causes`.execute(db);
  await sql`drop index asks_untold`.execute(db);
  await sql`alter table asks drop is_synced, drop told_at`.execute(db);
  await syncOnceForACause(db);
}

/** A new table: names of constraints and sequences follow from the table's, and a restore makes them anew. */
async function createCauses(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table causes (
      priority smallint not null,
      id bigint not null generated always as identity,
      cause text not null check (cause in ('mood', 'again', 'message', 'connection', 'answer')),
      choice uuid,
      ids uuid[],
      created_at timestamptz not null default now(),
      opens_at timestamptz,
      primary key (priority, id)
    )`.execute(db);
  await sql`
    insert into causes (priority, cause, choice, ids, created_at, opens_at)
    select priority, cause, choice, ids, created_at, opens_at from text_causes order by id`.execute(db);
  await sql`drop table text_causes`.execute(db);
}

/** Pushes whose texts are made already. A call is pushed as one that asks once more, which makes no text. */
async function keepPushes(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into causes (priority, cause, choice, ids, created_at, opens_at)
    select p.priority, case p.cause when 'mood' then 'again' else p.cause end, p.choice, p.ids, p.created_at, p.opens_at
    from push_causes p
    where not exists (
      select from causes c where c.priority = p.priority and c.cause = p.cause and (c.choice = p.choice or c.ids = p.ids)
    )
    order by p.id`.execute(db);
}

/** Asks of which no text was to be made. */
async function keepAsksToOpen(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into causes (priority, cause, choice, opens_at)
    select 0, 'mood', m.id, a.opens_at
    from asks a cross join lateral (
      select id from mood_choices m
      where m.uid = a.uid and m.ask = a.id and m.chosen_at >= a.asked_at and m.undone_at is null
      order by m.chosen_at desc, m.id desc limit 1
    ) m
    where a.told_at is null and a.closed_at is null
      and not exists (select from causes c join mood_choices o on o.id = c.choice where c.cause = 'mood' and o.ask = a.id)
      and not exists (select from texts t where t.cause_id = m.id)`.execute(db);
}

/** As in 0036-ask-recipients.ts, without `is_synced`: it is called once for each cause. */
async function syncOnceForACause(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function sync_recipients(ask_id uuid) returns void language plpgsql as $$
    declare a asks;
    begin
      select * into a from asks where id = ask_id for no key update;
      if not found or a.closed_how = 'undone' then return; end if;
      update asks set chosen = chosen_friends(a.uid, a.chosen) where id = a.id and a.chosen is not null;
      insert into ask_recipients (ask, friend, asked_at, id)
      select a.id, f.friend, clock_timestamp(), case
        when exists (select from ask_recipients r where r.ask = a.id and r.friend = f.friend) then gen_random_uuid() else a.id
      end
      from asked_friends(a.uid, a.chosen) f join users u on u.id = f.friend
      where (f.connected_at < greatest(a.opens_at, a.called_at) + interval '1 millisecond' or f.connected_at > now())
        and not exists (
          select from ask_recipients r where r.ask = a.id and r.friend = f.friend and r.withdrawn_at is null
        )
      for key share of u;
    end $$`.execute(db);
}
