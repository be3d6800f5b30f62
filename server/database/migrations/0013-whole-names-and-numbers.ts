import { type Kysely, sql } from 'kysely';

/**
 * Search keys with the whole name and all notations of a number (docs/decisions/0007-search.md). The keys are built in a new
 * table from a copy of the people, so running nodes go on until it replaces the old table. Then users are locked to add
 * changes made meanwhile and the foreign key: seconds for a million people. Nodes of an older version can search these keys.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createNumberForms(db);
  await createKeysOfAPerson(db);
  await fillNewTable(db);
  // To drop the old table takes this lock in any case; to ask for more than one already has could end in a deadlock.
  await sql`lock table users in access exclusive mode`.execute(db);
  await catchUp(db);
  await sql`alter table new_search_keys
    add constraint search_keys_uid_fkey foreign key (uid) references users on delete cascade`.execute(db);
  await sql`drop table search_keys`.execute(db);
  for (const name of ['search_keys', 'search_keys_parts', 'search_keys_beginnings', 'search_keys_uid'])
    await sql`alter table ${sql.ref(`new_${name}`)} rename to ${sql.ref(name)}`.execute(db);
}

/** Digits as in `normalizeDigits`: NFKC, and Arabic and Persian ones. */
async function createNumberForms(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function phone_digits(phonenumber text) returns text language sql immutable parallel safe as $$
      select regexp_replace(
        translate(normalize($1, nfkc), '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '01234567890123456789'), '[^0-9]+', '', 'g')
    $$`.execute(db);
  // The calling codes of the countries in which 0 is dialled before a number. No code begins another one.
  await sql`
    create function phone_with_trunk_0(phone_e164 text) returns text language sql immutable parallel safe as $$
      select regexp_replace($1, '^\\+(2[07]|3[123]|4[013469]|5[134578]|6[012346]|8[1246]|9[0-58]|21[238]|23[1-4]|24[39]'
        '|25[012456]|26[0-5]|291|35[3589]|37[0347]|38[0-35-79]|42[13]|508|59[013-68]|686|85[056]|88[06]|96[1-467]'
        '|97[01267]|99[4-6])', '0')
    $$`.execute(db);
}

/**
 * As in 0005-search, but a name is followed by the other name, behind a line break, which sorts before all that a name
 * may hold. So the keys of 'Grace Hopper' are those of 'grace⏎hopper' and 'hopper⏎grace' that begin in the first of
 * the two, of which one of fewer than three characters has one. A number has its digits, too, and the form with 0 where
 * its country has that; the latter's other suffixes are those of E.164.
 */
async function createKeysOfAPerson(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function search_keys_of(firstname text, lastname text, phonenumber text, phone_e164 text)
    returns table (key text, begins boolean) language sql immutable parallel safe as $$
      select k.key, k.begins
      from (
        select s.key, bool_or(s.begins) as begins, lead(s.key) over (order by s.key) as next
        from (
          select substr(f.value, n, 32) collate "C" as key, f.is_name and n = 1 as begins
          from (values
              (lower($1) || case when $2 = '' then '' else E'\\n' || lower($2) end, true,
                greatest(length(lower($1)) - 2, ($1 <> '' and $2 <> '')::integer)),
              (lower($2) || case when $1 = '' then '' else E'\\n' || lower($1) end, true,
                greatest(length(lower($2)) - 2, ($1 <> '' and $2 <> '')::integer)),
              (lower($3), false, length(lower($3)) - 2),
              (phone_digits($3), false, length(phone_digits($3)) - 2),
              ($4, false, length($4) - 2),
              (phone_with_trunk_0($4), false, sign(length($4) - 2)::integer)
            ) f (value, is_name, last),
            generate_series(1, f.last) n
        ) s
        group by s.key
      ) k
      where k.begins or k.next is null or not starts_with(k.next, k.key)
    $$`.execute(db);
}

async function fillNewTable(db: Kysely<unknown>): Promise<void> {
  await sql`create temporary table searched on commit drop as ${searchedOf()}`.execute(db);
  // The constraints have the names that they would have in the old table.
  await sql`
    create table new_search_keys (
      uid uuid constraint search_keys_uid_not_null not null,
      begins boolean constraint search_keys_begins_not_null not null,
      key text collate "C" constraint search_keys_key_not_null not null
    )`.execute(db);
  await sql`
    insert into new_search_keys (key, begins, uid)
    select k.key, k.begins, s.id
    from searched s, search_keys_of(s.firstname, s.lastname, s.phonenumber, s.phone_e164) k`.execute(db);
  await sql`create index new_search_keys_parts on new_search_keys (search_part(uid), key, uid)`.execute(db);
  await sql`create index new_search_keys_beginnings on new_search_keys (key, uid) where begins`.execute(db);
  await sql`create index new_search_keys_uid on new_search_keys (uid)`.execute(db);
}

/** What people are found by, with nothing where they do not want to be found. */
function searchedOf() {
  return sql`
    select id,
      case when found_by_name then firstname else '' end as firstname,
      case when found_by_name then lastname else '' end as lastname,
      case when found_by_phone then phonenumber else '' end as phonenumber,
      case when found_by_phone then phone_e164 end as phone_e164
    from users`;
}

/** The keys of people who came, left or changed since they were copied. */
async function catchUp(db: Kysely<unknown>): Promise<void> {
  await sql`
    create temporary table changed on commit drop as
    select coalesce(u.id, s.id) as id, u.firstname, u.lastname, u.phonenumber, u.phone_e164
    from searched s full join (${searchedOf()}) u using (id)
    where s is distinct from u`.execute(db);
  await sql`delete from new_search_keys where uid in (select id from changed)`.execute(db);
  await sql`
    insert into new_search_keys (key, begins, uid)
    select k.key, k.begins, c.id
    from changed c, search_keys_of(c.firstname, c.lastname, c.phonenumber, c.phone_e164) k`.execute(db);
}
