import type pg from 'pg';

/** Runs `work` in one transaction. @throws what it throws, and nothing has changed @param settings such as 'jit = off' */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (db: pg.ClientBase) => Promise<Result>,
  settings: readonly string[] = [],
): Promise<Result> {
  const db = await pool.connect();
  try {
    await db.query(['begin', ...settings.map((setting) => `set local ${setting}`)].join('; '));
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
