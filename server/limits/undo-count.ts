import type pg from 'pg';
import type { Limit } from './limit.ts';

const GIVE_BACK =
  'update limits set times = trim_array(times, 1) where what = $1 and whom = $2 and cardinality(times) > 0';

/** Takes back the last time that was counted: it turned out to be none of those that the limit is for. */
export async function undo(pool: pg.Pool, { what }: Limit, whom: string): Promise<void> {
  await pool.query({ name: 'give-back-limit', text: GIVE_BACK, values: [what, whom] });
}
