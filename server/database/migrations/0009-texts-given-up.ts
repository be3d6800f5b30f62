import { type Kysely, sql } from 'kysely';

/** An index of a person's texts that were given up, for their list. There are few, so other texts cost nothing more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index texts_given_up on texts (author, created_at) where status = 'failed'`.execute(db);
}
