import { type Kysely, sql } from 'kysely';
import { ProductError } from '#contract/errors.ts';
import type { Database } from '#server/database/schema.ts';

/** Gives up when another transaction holds a lock for longer. Otherwise the locks taken here would block the person's friends. */
const LOCK_TIMEOUT_MS = 2_000;

/**
 * Removes a person with their account, sessions and connections. A trigger records which of their data are still to be purged
 * (0014-departures.ts).
 * @param sessionId the session that asked for the removal; undefined for the operator
 * @throws {ProductError} not_signed_in, when that session ended while the password was checked
 */
export async function removePerson(db: Kysely<Database>, uid: string, sessionId?: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(tx);
    // A new password locks this row first as well, so the later of the two sees the result of the other.
    await tx.selectFrom('accounts').select('user_id').where('user_id', '=', uid).forUpdate().execute();
    if (sessionId === undefined) {
      await tx.deleteFrom('users').where('id', '=', uid).execute();
      return;
    }
    const session = await tx.selectFrom('sessions').select('id').where('id', '=', sessionId).executeTakeFirst();
    if (!session) throw new ProductError('not_signed_in');
    await tx.deleteFrom('users').where('id', '=', uid).execute();
  });
}
