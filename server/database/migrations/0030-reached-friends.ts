import { type Kysely, sql } from 'kysely';

/** When a friend who would reach out said that they did. Only that friend reads it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ask_answers add reached_at timestamptz`.execute(db);
}
