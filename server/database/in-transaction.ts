import type pg from 'pg';

/** Runs some statements in one transaction. @throws what `work` throws, and then nothing has changed */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (db: pg.ClientBase) => Promise<Result>,
): Promise<Result> {
  const db = await pool.connect();
  try {
    await db.query('begin');
    const result = await work(db);
    await db.query('commit');
    db.release();
    return result;
  } catch (error) {
    // Without a connection the transaction has ended anyway.
    await db.query('rollback').then(
      () => db.release(),
      () => db.release(true),
    );
    throw error;
  }
}
