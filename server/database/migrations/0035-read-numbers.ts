import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { CountryCode } from 'libphonenumber-js';
import { readPhone } from '#server/phone-numbers/read-number.ts';

/** How many numbers are read between two statements. */
const PAGE = 10_000;

const COPIED = sql`
  select id, coalesce(phone_e164, phonenumber) as number from users where phonenumber <> ''
  union all select id, phone_number from texts where cause = 'form' and phone_number <> ''`;

/**
 * Phone numbers are read once, when they are stored (server/phone-numbers/read-number.ts). Those that are here are read from a
 * copy, while running nodes go on: about a minute for a million. Then the tables are locked to read what has changed
 * meanwhile, and to change the few people whose number for texts is not the key: seconds.
 * @param country of numbers without a country's code
 */
export async function up(db: Kysely<unknown>, country: CountryCode = 'US'): Promise<void> {
  await sql`create temporary table copied_numbers on commit drop as ${COPIED}`.execute(db);
  await sql`
    create temporary table read_numbers (id uuid, number text, key text, dialled text, restriction text) on commit drop`.execute(
    db,
  );
  await readAll(db, sql`select * from copied_numbers`, country);
  await sql`analyze copied_numbers, read_numbers`.execute(db);
  await sql`lock table users, texts, departures in access exclusive mode`.execute(db);
  const changed = sql`
    select n.* from (${COPIED}) n left join copied_numbers c using (id) where c.number is distinct from n.number
    union all select uid, coalesce(phone_e164, phonenumber) from departures where phonenumber <> ''`;
  await readAll(db, changed, country);
  await changePeople(db);
  await changeTexts(db);
  await changeDepartures(db);
}

/** Reads numbers into `read_numbers`. */
async function readAll(db: Kysely<unknown>, numbers: RawBuilder<unknown>, country: CountryCode): Promise<void> {
  await sql`declare numbers no scroll cursor for ${numbers}`.execute(db);
  for (;;) {
    const { rows } = await sql<{ id: string; number: string }>`fetch ${sql.lit(PAGE)} from numbers`.execute(db);
    if (rows.length === 0) break;
    const read = rows.map(({ number }) => readPhone(number, country));
    await sql`
      insert into read_numbers select * from unnest(
        ${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ number }) => number)}::text[],
        ${read.map(({ phoneKey }) => phoneKey)}::text[], ${read.map(({ phoneDialled }) => phoneDialled)}::text[],
        ${read.map(({ phoneRestriction }) => phoneRestriction)}::text[])`.execute(db);
  }
  await sql`close numbers`.execute(db);
}

/** The number for texts becomes the key, which it is for nearly all, and keeps its index. */
async function changePeople(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger users_search_keys on users`.execute(db);
  await sql`drop trigger users_phone_proof on users`.execute(db);
  await sql`
    alter table users
      alter text_number drop expression,
      drop chat_text_number,
      add phone_dialled text,
      add phone_restriction text check (phone_restriction in ('incomplete', 'premium', 'satellite'))`.execute(db);
  await sql`alter table users rename text_number to phone_key`.execute(db);
  await sql`alter index users_by_text_number rename to users_by_phone_key`.execute(db);
  await findByKey(db);
  await sql`
    update users u set phone_key = r.key, phone_dialled = r.dialled, phone_restriction = r.restriction
    from read_numbers r
    where r.id = u.id and r.number = coalesce(u.phone_e164, u.phonenumber)
      and (r.key is distinct from r.number or r.dialled is not null or r.restriction is not null)`.execute(db);
  // After the update, which changes no phone: proofs stay.
  await sql`
    create trigger users_phone_proof before update of phone_key on users
    for each row when (new.phone_key is distinct from old.phone_key)
    execute function users_phone_proof()`.execute(db);
}

/** The trigger of 0008-account.ts. */
async function findByKey(db: Kysely<unknown>): Promise<void> {
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
        case when new.found_by_phone then new.phone_key end) k;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger users_search_keys
    after insert or update of firstname, lastname, phonenumber, phone_key, found_by_name, found_by_phone on users
    for each row execute function users_search_keys()`.execute(db);
}

/** Texts by hand keep the number as it was typed, for their sender's list. */
async function changeTexts(db: Kysely<unknown>): Promise<void> {
  await sql`alter table texts add phone_key text`.execute(db);
  await sql`
    update texts t set phone_key = r.key from read_numbers r
    where t.cause = 'form' and r.id = t.id and r.number = t.phone_number`.execute(db);
  await sql`drop index texts_by_number`.execute(db);
  await sql`create index texts_by_phone_key on texts (phone_key) where phone_key is not null`.execute(db);
}

/** Texts by hand to a departed account are found by its key. */
async function changeDepartures(db: Kysely<unknown>): Promise<void> {
  await sql`alter table departures rename phone_e164 to phone_key`.execute(db);
  await sql`update departures d set phone_key = r.key from read_numbers r where r.id = d.uid`.execute(db);
  await sql`alter table departures drop phonenumber`.execute(db);
  await sql`
    create or replace function users_leave() returns trigger language plpgsql
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
    begin
      perform 1 from connections where owner = old.id or other = old.id order by owner, other for update;
      update text_causes t set ids = (
        select array_agg(f.id) filter (where f.is_wanted)
        from (
          select distinct on (f.phone_key) f.id, w.is_wanted
          from connections c join users f on f.id = c.other
          cross join lateral (
            select f.support_texts <> 'none' and not exists (
              select from connections k where k.owner = f.id and k.other = old.id and k.muted_until > now()
            ) as is_wanted
          ) w
          where c.owner = old.id and f.phone_key is not null and f.phone_restriction is null
            and (c.connected_at < m.chosen_at + interval '1 millisecond' or c.connected_at > now())
            and (a.chosen is null or f.id = any(a.chosen)) and not c.hides_mood
          order by f.phone_key, (f.phone_proven_at is null), not w.is_wanted, f.created_at, f.id
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
