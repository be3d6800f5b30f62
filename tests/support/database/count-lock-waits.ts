import type pg from 'pg';

/** The number of clients of this database that wait for a lock, with a statement that holds these words. */
export async function countLockWaits(pool: pg.Pool, words = ''): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::integer from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and strpos(query, $1) > 0`,
    [words],
  );
  return rows[0]!.count;
}
