import type { Kysely } from 'kysely';
import { ProductError } from '#contract/errors.ts';
import type { Database } from '../../database/schema.ts';

/**
 * Removes a person with all that hangs on them: by foreign keys, and what those do not reach by a trigger
 * (0008-account.ts).
 * @param sessionId the session in which they ask for it
 * @throws {ProductError} not_signed_in, when that session ended while the password was looked at
 */
export async function removePerson(db: Kysely<Database>, uid: string, sessionId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // The row that a new password takes first as well: whichever comes second sees what the other did.
    await tx.selectFrom('accounts').select('user_id').where('user_id', '=', uid).forUpdate().execute();
    const session = await tx.selectFrom('sessions').select('id').where('id', '=', sessionId).executeTakeFirst();
    if (!session) throw new ProductError('not_signed_in');
    await tx.deleteFrom('users').where('id', '=', uid).execute();
  });
}
