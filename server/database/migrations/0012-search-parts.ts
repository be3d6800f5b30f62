import { type Kysely, sql } from 'kysely';

/**
 * Search keys by parts of all people (docs/decisions/0007-search.md): the first part is one of 4,096, with each further
 * one it is eight times as many. Of those who match a search the first by uid are found by reading part after part, each
 * whole. Who is shown must not follow from the rest of the key: that would tell a number's digits.
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
