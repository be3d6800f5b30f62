import { type Kysely, sql } from 'kysely';

/**
 * The recent uses of each limit, one row for each key. There is no index except the primary key, and free room in each page,
 * so that counting a use changes no index.
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
