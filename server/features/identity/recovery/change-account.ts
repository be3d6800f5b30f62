import type pg from 'pg';
import { inTransaction } from '#server/database/in-transaction.ts';

/** Changes an account while its row is locked. @returns undefined when the credential version is another by now */
export function changeAccount<Result>(
  pool: pg.Pool,
  uid: string,
  credentialVersion: string,
  change: (db: pg.ClientBase) => Promise<Result>,
): Promise<Result | undefined> {
  return inTransaction(pool, async (db) => {
    const { rowCount } = await db.query('select from accounts where user_id = $1 and generation = $2 for update', [
      uid,
      credentialVersion,
    ]);
    return rowCount ? change(db) : undefined;
  });
}
