import { type Kysely, sql } from 'kysely';

/**
 * The seq of a message was a count of all messages of the installation: who wrote twice learned how many others had written in
 * between. Since then it is a time. Older messages keep theirs, which are smaller.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function seq_at(moment timestamptz) returns bigint language sql immutable parallel safe as $$
      select (extract(epoch from moment) * 1000000)::bigint
    $$`.execute(db);
  await sql`
    alter table messages
      alter column seq drop identity,
      alter column seq set default seq_at(clock_timestamp())`.execute(db);
}
