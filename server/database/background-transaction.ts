import type pg from 'pg';
import { inTransaction } from './in-transaction.ts';

/** Plans by index, whatever the statistics say. No synchronous commit: a power cut undoes the last steps, which are repeated. */
const BACKGROUND = [
  ...['seqscan', 'hashjoin', 'mergejoin'].map((way) => `enable_${way} = off`),
  'synchronous_commit = off',
];

/** Runs one small, repeatable step of background work in a transaction: after a crash it may be undone. */
export function inBackgroundTransaction<Result>(
  pool: pg.Pool,
  step: (db: pg.ClientBase) => Promise<Result>,
  settings: readonly string[] = [],
): Promise<Result> {
  return inTransaction(pool, step, [...BACKGROUND, ...settings]);
}
