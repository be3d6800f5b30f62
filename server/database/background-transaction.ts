import type pg from 'pg';

/** Plans by index, whatever the statistics say. No synchronous commit: a power cut undoes the last steps, which are repeated. */
const SETTINGS = [
  ...['seqscan', 'hashjoin', 'mergejoin'].map((way) => `enable_${way} = off`),
  'synchronous_commit = off',
];

/** Runs one small, repeatable step of background work in a transaction: after a crash it may be undone. */
export async function inBackgroundTransaction<Result>(
  pool: pg.Pool,
  step: (db: pg.ClientBase) => Promise<Result>,
  settings: readonly string[] = [],
): Promise<Result> {
  const db = await pool.connect();
  try {
    await db.query(['begin', ...[...SETTINGS, ...settings].map((setting) => `set local ${setting}`)].join('; '));
    const result = await step(db);
    await db.query('commit');
    db.release();
    return result;
  } catch (error) {
    // Closing the connection rolls the transaction back.
    db.release(true);
    throw error;
  }
}
