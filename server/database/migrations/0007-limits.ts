import { type Kysely, sql } from 'kysely';

/**
 * What was done how lately, by whom, as far as a limit looks back: one row for each. No index but the key, and room in
 * each page, so that counting one more never touches an index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table limits (
      what text not null,
      whom text not null,
      times timestamptz[] not null,
      expires_at timestamptz not null,
      primary key (what, whom)
    ) with (fillfactor = 70)`.execute(db);
}
