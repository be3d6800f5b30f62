import { type Kysely, sql } from 'kysely';

/**
 * Search keys by parts of all people (docs/decisions/0007-search.md): the first part has one of 4,096 people, and each further
 * part makes it eight times as many. Reading part after part, each as a whole, finds the first matches by uid. The rest of a
 * key must not decide which people are shown: that would reveal a number's digits.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function search_part(uid uuid) returns smallint language sql immutable parallel safe as $$
      select case
        when uid < '00100000-0000-0000-0000-000000000000' then 0
        when uid < '00800000-0000-0000-0000-000000000000' then 1
        when uid < '04000000-0000-0000-0000-000000000000' then 2
        when uid < '20000000-0000-0000-0000-000000000000' then 3
        else 4
      end::smallint
    $$`.execute(db);
  await sql`create index search_keys_parts on search_keys (search_part(uid), key, uid)`.execute(db);
  await sql`create index search_keys_beginnings on search_keys (key, uid) where begins`.execute(db);
  await sql`drop index search_keys_lookup`.execute(db);
}
