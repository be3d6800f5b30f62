import { type Kysely, sql } from 'kysely';

/** Personal settings, and deleting an account with its data (docs/decisions/0011-leaving.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      add found_by_name boolean not null default true,
      add found_by_phone boolean not null default true,
      add chat_texts boolean not null default true`.execute(db);
  await sql`
    alter table users
      add chat_text_number text generated always as (
        case when chat_texts then coalesce(phone_e164, case when phonenumber ~ '[0-9]' then phonenumber end) end
      ) stored`.execute(db);
  await keepKeysTrue(db);
  await takeAllAlong(db);
}

/** Who is not to be found has no keys: a search for them looks at nothing of theirs, so neither its answer nor its time tells. */
async function keepKeysTrue(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function users_search_keys() returns trigger language plpgsql as $$
    begin
      delete from search_keys where uid = new.id;
      insert into search_keys (key, begins, uid)
      select k.key, k.begins, new.id
      from search_keys_of(
        case when new.found_by_name then new.firstname else '' end,
        case when new.found_by_name then new.lastname else '' end,
        case when new.found_by_phone then new.phonenumber else '' end,
        case when new.found_by_phone then new.phone_e164 end) k;
      return null;
    end $$`.execute(db);
  await sql`drop trigger users_search_keys on users`.execute(db);
  await sql`
    create trigger users_search_keys
    after insert or update of firstname, lastname, phonenumber, phone_e164, found_by_name, found_by_phone on users
    for each row execute function users_search_keys()`.execute(db);
}

/**
 * What no foreign key takes along when a person is removed: their conversations, and the texts by and to them. Messages
 * are found by pair and texts by id, because more indexes would cost each message; so no plan may read whole tables. A
 * call for support that has not gone out yet still does. The connections are locked first, in the order in which
 * messages lock them, so that neither blocks the other.
 */
async function takeAllAlong(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function users_leave() returns trigger language plpgsql
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
    begin
      perform 1 from connections where owner = old.id or other = old.id order by owner, other for update;

      with gone as (
        delete from messages m using connections c
        where c.owner = old.id
          and least(m.sender, m.receiver) = least(c.owner, c.other)
          and greatest(m.sender, m.receiver) = greatest(c.owner, c.other)
        returning m.id
      )
      delete from texts t using gone where t.id = gone.id;

      delete from texts t using mood_choices m
      where m.uid = old.id and t.id between mood_text_id(m.id, '0') and mood_text_id(m.id, 'f')
        and t.status not in ('queued', 'sending');

      delete from texts t using connections c, mood_choices m
      where c.owner = old.id and m.uid = c.other and m.mood in ('Purple', 'Dark')
        and t.id between mood_text_id(m.id, '0') and mood_text_id(m.id, 'f')
        and t.recipient = old.id;

      delete from texts where cause = 'form' and author = old.id;
      return old;
    end $$`.execute(db);
  // The texts of a mood bear its id with a number at the end: the first and the last that there can be.
  await sql`
    create function mood_text_id(choice uuid, digit text) returns uuid language sql immutable parallel safe as $$
      select (left(choice::text, 28) || repeat(digit, 8))::uuid
    $$`.execute(db);
  await sql`
    create trigger users_leave before delete on users for each row execute function users_leave()`.execute(db);
}
