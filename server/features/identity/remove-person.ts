import { type Kysely, sql } from 'kysely';
import { ProductError } from '#contract/errors.ts';
import type { Database } from '#server/database/schema.ts';

/** Somebody else's transaction that stands still holds up the person who leaves, and not also all whom they know. */
const LOCK_TIMEOUT_MS = 2_000;

/**
 * Removes a person with their account, sessions and connections. A trigger notes what is to be purged of them
 * (0014-departures.ts).
 * @param sessionId the session in which they ask for it
 * @throws {ProductError} not_signed_in, when that session ended while the password was looked at
 */
export async function removePerson(db: Kysely<Database>, uid: string, sessionId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(tx);
    // The row that a new password takes first as well: whichever comes second sees what the other did.
    await tx.selectFrom('accounts').select('user_id').where('user_id', '=', uid).forUpdate().execute();
    const session = await tx.selectFrom('sessions').select('id').where('id', '=', sessionId).executeTakeFirst();
    if (!session) throw new ProductError('not_signed_in');
    await tx.deleteFrom('users').where('id', '=', uid).execute();
  });
}
