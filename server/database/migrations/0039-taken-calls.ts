import { type Kysely, sql } from 'kysely';

/** The calls of gateways that were taken within a week (docs/decisions/0019-receipts-and-stop.md). A copy of one changes nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table taken_calls (signature text primary key, taken_at timestamptz not null default now())`.execute(
    db,
  );
}
