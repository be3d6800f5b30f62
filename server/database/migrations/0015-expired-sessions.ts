import { type Kysely, sql } from 'kysely';

/** An index for removing expired sessions in small steps (server/features/identity/sessions/remove-expired.ts). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index sessions_expiry on sessions (expires_at)`.execute(db);
}
