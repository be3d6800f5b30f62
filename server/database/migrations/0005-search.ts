import { type Kysely, sql } from 'kysely';

/**
 * Every suffix of people's names and numbers, so that a search for any part is one range of one index, for any number of
 * people (docs/decisions/0007-search.md). The extension pg_trgm stays, because other programs may use it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createKeysOfAPerson(db);
  await sql`
    create table search_keys (
      uid uuid not null,
      begins boolean not null,
      key text collate "C" not null
    )`.execute(db);
  // The trigger comes first: its lock keeps other nodes from writing people whom the filling would not see.
  await keepKeysTrue(db);
  // Filled without indexes, which takes half the time.
  await sql`
    insert into search_keys (key, begins, uid)
    select k.key, k.begins, u.id
    from users u, search_keys_of(u.firstname, u.lastname, u.phonenumber, u.phone_e164) k`.execute(db);
  // With the uid in it, a range is read from its few neighbouring pages alone, and not from a page of the table for each key.
  await sql`create index search_keys_lookup on search_keys (begins, key, uid)`.execute(db);
  await sql`create index search_keys_uid on search_keys (uid)`.execute(db);
  await sql`alter table search_keys add foreign key (uid) references users on delete cascade`.execute(db);
  await sql`drop index users_search`.execute(db);
}

/**
 * One expression without a loop, so that PostgreSQL inlines it where many people are read. `begins` tells that the key is
 * a whole first or last name: a search that matches its beginning matches the name's. A key that begins another one is
 * left out, because whatever finds it finds the other: so '1111111' is one row. The same goes for a whole name that
 * begins the other.
 */
async function createKeysOfAPerson(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function search_keys_of(firstname text, lastname text, phonenumber text, phone_e164 text)
    returns table (key text, begins boolean) language sql immutable parallel safe as $$
      select k.key, k.begins
      from (
        select s.key, bool_or(s.begins) as begins, lead(s.key) over (order by s.key) as next
        from (
          select substr(f.value, n, 32) collate "C" as key, f.is_name and n = 1 as begins
          from (values
              (lower($1), not starts_with(lower($2), lower($1))),
              (lower($2), not starts_with(lower($1), lower($2)) or lower($1) = lower($2)),
              (lower($3), false),
              ($4, false)
            ) f (value, is_name),
            generate_series(1, length(f.value) - 2) n
        ) s
        group by s.key
      ) k
      where k.begins or k.next is null or not starts_with(k.next, k.key)
    $$`.execute(db);
}

/** A mood or a new display name touches none of the four columns and so costs nothing here. */
async function keepKeysTrue(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function users_search_keys() returns trigger language plpgsql as $$
    begin
      delete from search_keys where uid = new.id;
      insert into search_keys (key, begins, uid)
      select k.key, k.begins, new.id
      from search_keys_of(new.firstname, new.lastname, new.phonenumber, new.phone_e164) k;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger users_search_keys
    after insert or update of firstname, lastname, phonenumber, phone_e164 on users
    for each row execute function users_search_keys()`.execute(db);
}
