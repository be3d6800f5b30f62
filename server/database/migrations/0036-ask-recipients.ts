import { type Kysely, sql } from 'kysely';

/**
 * When an ask opens, each friend whom it asks gets a row (docs/decisions/0029-telling-friends.md). The rows take the place of the
 * friends' answers, and of columns of asks and connections about hiding.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createRecipients(db);
  await sql`alter table asks add is_synced boolean not null default false`.execute(db);
  await sql`update asks set is_synced = opens_at <= now()`.execute(db);
  await sayWhoIsAsked(db);
  await keepAnswers(db);
  await addAsked(db);
  await removeFormer(db);
  await workOutBeforeLeaving(db);
  await sql`alter table mood_choices add reached jsonb, add texts_limited boolean not null default false`.execute(db);
}

async function createRecipients(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ask_recipients (
      id uuid not null,
      ask uuid not null references asks on delete cascade,
      friend uuid not null references users on delete cascade,
      asked_at timestamptz not null,
      withdrawn_at timestamptz,
      seen_at timestamptz,
      answer text check (answer in ('yes', 'later', 'no')),
      answered_at timestamptz,
      later_at timestamptz,
      via text check (via in ('app', 'link', 'text')),
      show_name boolean not null default false,
      handed_over_at timestamptz,
      reached_at timestamptz,
      told_at timestamptz,
      primary key (friend, id)
    ) with (fillfactor = 80)`.execute(db);
  await sql`create index ask_recipients_by_ask on ask_recipients (ask, friend)`.execute(db);
}

/**
 * `chosen_friends`: those of a list who are friends and see the mood; null when none of them is left, which asks everybody: a call
 * for help stays open. `asked_friends`: whom a call asks. `sync_recipients`: asks them, once for each call. It is for
 * calls that are due: the caller knows. A call that its person closed in the hold asks all the same.
 */
async function sayWhoIsAsked(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function chosen_friends(person uuid, list uuid[]) returns uuid[] language sql stable as $$
      select array_agg(c.other order by c.other) from connections c
      where c.owner = person and c.other = any(list) and not c.hides_mood
    $$`.execute(db);
  await sql`
    create function asked_friends(person uuid, list uuid[]) returns table (friend uuid, connected_at timestamptz)
    language sql stable as $$
      select c.other, c.connected_at
      from connections c, (select chosen_friends(person, list) as friends offset 0) chosen
      where c.owner = person and not c.hides_mood and (chosen.friends is null or c.other = any(chosen.friends))
    $$`.execute(db);
  // A connection with a time in the future is old: the clock was set back since. A friend who was asked before gets another id.
  await sql`
    create function sync_recipients(ask_id uuid) returns void language plpgsql as $$
    declare a asks;
    begin
      select * into a from asks where id = ask_id for no key update;
      if not found or a.is_synced or a.closed_how = 'undone' then return; end if;
      update asks set is_synced = true, chosen = chosen_friends(a.uid, a.chosen) where id = a.id;
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

/** The condition, as it was: ask `a` is hidden from the friend of its person's connection `c`. */
const WAS_HIDDEN = sql.raw(`
  case when a.hidden_from is not null then c.other = any(a.hidden_from)
    else c.hides_mood or coalesce(c.ask_ended_at > greatest(a.called_at, c.ask_shown_at), false) end`);
const WITHDRAWN_AT = sql`case when ${WAS_HIDDEN} then coalesce(c.ask_ended_at, a.closed_at, now()) end`;

async function keepAnswers(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into ask_recipients (id, ask, friend, asked_at, withdrawn_at, seen_at, answer, answered_at, later_at, via, show_name,
      handed_over_at, reached_at, told_at)
    select n.ask, n.ask, n.friend, a.opens_at, ${WITHDRAWN_AT}, n.seen_at, n.answer, n.answered_at, n.later_at, n.via, n.show_name,
      n.handed_over_at, n.reached_at, n.told_at
    from ask_answers n join asks a on a.id = n.ask left join connections c on c.owner = a.uid and c.other = n.friend`.execute(
    db,
  );
}

/** Friends without an answer get their rows, too, for asks that a screen may still show. */
async function addAsked(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into ask_recipients (id, ask, friend, asked_at, withdrawn_at)
    select a.id, a.id, c.other, a.opens_at, ${WITHDRAWN_AT}
    from asks a join connections c on c.owner = a.uid
    where a.opens_at <= now() and (a.closed_at is null or a.closed_at > now() - interval '1 day')
      and (c.connected_at < greatest(a.opens_at, a.called_at) + interval '1 millisecond' or c.connected_at > now())
      and (a.chosen is null or c.other = any(a.chosen))
    on conflict do nothing`.execute(db);
}

/** When nobody of a list is left, the list is empty from now on. So `asked_gone` is not needed. */
async function removeFormer(db: Kysely<unknown>): Promise<void> {
  await sql`drop table ask_answers`.execute(db);
  await sql`alter table asks drop hidden_from`.execute(db);
  for (const table of ['connections', 'past_connections'])
    await sql`alter table ${sql.table(table)} drop ask_ended, drop ask_ended_at, drop ask_shown_at`.execute(db);
  await sql`update users set asks_these = '{}' where asked_gone and asks_these is null`.execute(db);
  await sql`alter table users drop asked_gone`.execute(db);
}

/** The trigger of 0035-read-numbers.ts, which asks the same friends as sync_recipients. */
async function workOutBeforeLeaving(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function users_leave() returns trigger language plpgsql
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
    begin
      perform 1 from connections where owner = old.id or other = old.id order by owner, other for update;
      update text_causes t set ids = (
        select array_agg(f.id) filter (where f.is_wanted)
        from (
          select distinct on (f.phone_key) f.id, w.is_wanted
          from asked_friends(old.id, a.chosen) c join users f on f.id = c.friend
          cross join lateral (
            select f.support_texts <> 'none' and not exists (
              select from connections k where k.owner = f.id and k.other = old.id and k.muted_until > now()
            ) as is_wanted
          ) w
          where f.phone_key is not null and f.phone_restriction is null
            and (c.connected_at < m.chosen_at + interval '1 millisecond' or c.connected_at > now())
          order by f.phone_key, (f.phone_proven_at is null), not w.is_wanted,
            (f.phone_e164 is distinct from f.phone_key), f.created_at, f.id
        ) f
      )
      from mood_choices m left join asks a on a.id = m.ask
      where t.priority = 0 and t.ids is null and m.id = t.choice and m.uid = old.id;
      insert into departures (uid, phone_key, name) values (old.id, old.phone_key, old.name) on conflict do nothing;
      insert into departed_connections (uid, other)
      select old.id, other from connections where owner = old.id
      union select old.id, other from past_connections where owner = old.id
      on conflict do nothing;
      return old;
    end $$`.execute(db);
}
