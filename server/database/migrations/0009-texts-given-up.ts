import { type Kysely, sql } from 'kysely';

/** A person's texts that were given up, so that they can be shown. Few are, so the index costs the others nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index texts_given_up on texts (author, created_at) where status = 'failed'`.execute(db);
}
