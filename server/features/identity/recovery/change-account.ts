import type pg from 'pg';

/** Another transaction that holds the account for longer is stuck. */
const LOCK_TIMEOUT_MS = 2_000;

/**
 * Changes an account by a link or a code. It locks the account's row first, as leaving and a new password do, so the later of these
 * finds another credential version or no account (docs/decisions/0013-generations.md).
 * @param credentialVersion the account's when the link or the code was made
 * @returns undefined when the account has another credential version by now
 */
export async function changeAccount<Result>(
  pool: pg.Pool,
  uid: string,
  credentialVersion: string,
  change: (db: pg.ClientBase) => Promise<Result>,
): Promise<Result | undefined> {
  const db = await pool.connect();
  try {
    await db.query(`begin; set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    const { rowCount } = await db.query('select from accounts where user_id = $1 and generation = $2 for update', [
      uid,
      credentialVersion,
    ]);
    const result = rowCount ? await change(db) : undefined;
    await db.query('commit');
    db.release();
    return result;
  } catch (error) {
    // Closing the connection rolls the transaction back.
    db.release(true);
    throw error;
  }
}
