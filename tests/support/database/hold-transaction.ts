import type pg from 'pg';
import { onTestFinished } from 'vitest';

/**
 * Runs a statement in a transaction that stays open, with its locks. @returns a function that ends it; otherwise it is
 * rolled back after the test
 */
export async function holdTransaction(
  pool: pg.Pool,
  statement: string,
  values?: unknown[],
): Promise<(how?: 'rollback' | 'commit') => Promise<void>> {
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query(statement, values);
  let isHeld = true;
  const end = async (how: 'rollback' | 'commit' = 'rollback') => {
    if (!isHeld) return;
    isHeld = false;
    await holder.query(how);
    holder.release();
  };
  onTestFinished(() => end());
  return end;
}
