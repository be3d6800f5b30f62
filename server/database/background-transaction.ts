import type pg from 'pg';

/**
 * Plans by index: with old statistics PostgreSQL might read whole tables. Without synchronous commit a power cut undoes the
 * last transactions, whose work is repeated; waiting for the disk would delay messages.
 */
const SETTINGS = [
  ...['seqscan', 'hashjoin', 'mergejoin'].map((way) => `enable_${way} = off`),
  'synchronous_commit = off',
];

/**
 * Runs one small step of background work in a transaction. The step must be repeatable: after a crash it may be undone.
 * @param settings further PostgreSQL settings of this transaction: `name = value`
 */
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
