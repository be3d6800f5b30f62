import { type Kysely, sql } from 'kysely';

/**
 * A text's id derives from its cause: the cause's own id or, for a mood with many texts, one made of choice and recipient. So
 * the primary key alone prevents texting someone twice, and the second unique index goes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table texts drop constraint texts_cause_id_recipient_key`.execute(db);
}
