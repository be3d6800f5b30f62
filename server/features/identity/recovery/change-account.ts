import type pg from 'pg';
import { inTransaction } from '#server/database/in-transaction.ts';

/** Another transaction that holds the account for longer is stuck. */
const LOCK_TIMEOUT_MS = 2_000;

/** Changes an account while its row is locked. @returns undefined when the credential version is another by now */
export function changeAccount<Result>(
  pool: pg.Pool,
  uid: string,
  credentialVersion: string,
  change: (db: pg.ClientBase) => Promise<Result>,
): Promise<Result | undefined> {
  const lockAndChange = async (db: pg.ClientBase) => {
    const { rowCount } = await db.query('select from accounts where user_id = $1 and generation = $2 for update', [
      uid,
      credentialVersion,
    ]);
    return rowCount ? change(db) : undefined;
  };
  return inTransaction(pool, lockAndChange, [`lock_timeout = ${LOCK_TIMEOUT_MS}`]);
}
