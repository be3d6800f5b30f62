import { type Kysely, sql } from 'kysely';

/**
 * A text's id follows from its cause: the cause's own, or for a mood, which texts many, one made of choice and recipient.
 * So the primary key is what keeps a cause from texting somebody twice, and a second unique index is a cost without a use.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table texts drop constraint texts_cause_id_recipient_key`.execute(db);
}
