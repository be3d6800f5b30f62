import type pg from 'pg';
import { limitKey } from '#server/limits/index.ts';

/** Counts somebody as if they had done it so often, so long ago. */
export async function insertAttempts(
  pool: pg.Pool,
  secret: string,
  { what, whom, times, ago = '1 minute' }: { what: string; whom: string; times: number; ago?: string },
): Promise<void> {
  await pool.query(
    `insert into limits (what, whom, times, expires_at)
     select $1, $2, array_agg(now() - $4::interval), now() + interval '1 day' from generate_series(1, $3)`,
    [what, limitKey(secret, whom), times, ago],
  );
}

/** Everything that was counted, as if it had been so much longer ago. */
export async function ageAttempts(pool: pg.Pool, time: string): Promise<void> {
  await pool.query('update limits set times = array(select t - $1::interval from unnest(times) as t order by t)', [
    time,
  ]);
}
