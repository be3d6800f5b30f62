import type pg from 'pg';
import { ProductError } from '#contract/errors.ts';
import { inTransaction } from '#server/database/in-transaction.ts';

/** Gives up when another transaction holds a lock for longer. Otherwise the locks taken here would block the person's friends. */
const LOCK_TIMEOUT_MS = 2_000;

export type BeforeRemoval = (db: pg.ClientBase) => Promise<void>;

/** @param sessionId that must still exist; undefined for the operator @throws {ProductError} not_signed_in */
export async function removePerson(
  pool: pg.Pool,
  { uid, sessionId }: { uid: string; sessionId?: string },
  before: BeforeRemoval,
): Promise<void> {
  const remove = async (db: pg.ClientBase) => {
    // A new password locks this row first as well, so the later of the two sees the result of the other.
    await db.query('select from accounts where user_id = $1 order by id for update', [uid]);
    if (sessionId !== undefined) {
      const { rowCount } = await db.query('select from sessions where id = $1', [sessionId]);
      if (!rowCount) throw new ProductError('not_signed_in');
    }
    // Before their ask, as a choice does.
    await db.query('select from users where id = $1 for update', [uid]);
    await before(db);
    await db.query('delete from users where id = $1', [uid]);
  };
  await inTransaction(pool, remove, [`lock_timeout = ${LOCK_TIMEOUT_MS}`]);
}
