import type pg from 'pg';
import { limitKey } from '#server/limits/index.ts';
import { setNodeClockForward } from './clocks/node-clock.ts';

/** @property ago how old they are, as a PostgreSQL interval */
export type Attempts = { what: string; whom: string; times: number; ago?: string };

/** Inserts earlier attempts into the limits' table. */
export async function insertAttempts(
  pool: pg.Pool,
  secret: string,
  { what, whom, times, ago = '1 minute' }: Attempts,
): Promise<void> {
  await pool.query(
    `insert into limits (what, whom, times, expires_at)
     select $1, $2, array_agg(now() - $4::interval), now() + interval '1 day' from generate_series(1, $3)`,
    [what, limitKey(secret, whom), times, ago],
  );
}

/** Makes all counted attempts older, also what nodes remember of them. @param time a PostgreSQL interval */
export async function ageAttempts(pool: pg.Pool, time: string): Promise<void> {
  await pool.query('update limits set times = array(select t - $1::interval from unnest(times) as t order by t)', [
    time,
  ]);
  await setNodeClockForward(pool, time);
}

/** Removes all counted attempts, and what nodes remember of them. */
export async function forgetAttempts(pool: pg.Pool): Promise<void> {
  await pool.query('delete from limits');
  await setNodeClockForward(pool, '1 day');
}
